import type { ProtocolRevision } from '../revisions/protocol-revision.ts';

/** Where the servers are started. Given in full: the environment of the process is never read. */
export interface LaunchEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path; the working folder of servers that name none, and the base of their relative paths. */
  readonly workspaceFolder: string;
  /** Absolute path for `${userHome}`. */
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/** A process to start, with no variable left. */
export interface StdioLaunch {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** How its entry says that it is spoken to. */
  readonly revision?: ProtocolRevision;
}

/** A server on the network, with no variable left. */
export interface RemoteLaunch {
  readonly type: 'sse' | 'streamable-http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly typeInferred: boolean;
  /** How its entry says that it is spoken to. */
  readonly revision?: ProtocolRevision;
}

/** How a server is started. Two equal ones need no restart. */
export type ServerLaunch = StdioLaunch | RemoteLaunch;
