import type { ServerEntry, ServersSource } from '@modegate/project';

/** One server of a configuration file. */
export type CheckedServer = ServerEntry;

/** What reading a server file reported. */
export type ServerFileProblem = ServersSource['problems'][number];
