import type { ProtocolRevision } from '../revisions/protocol-revision.ts';

/** The complete environment for starting servers; the environment of the process itself is never read. */
export interface LaunchEnvironment {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Absolute path of the default working folder, which is also the base of relative paths. */
  readonly workspaceFolder: string;
  /** Absolute path that is the value of `${userHome}`. */
  readonly userHome: string;
  readonly platform: NodeJS.Platform;
}

/** A process to start, with all variables resolved. */
export interface StdioLaunch {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment of the process. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The protocol revision that the entry prescribes. */
  readonly revision?: ProtocolRevision;
}

/** A remote server, with all variables resolved. */
export interface RemoteLaunch {
  readonly type: 'sse' | 'streamable-http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly typeInferred: boolean;
  /** The protocol revision that the entry prescribes. */
  readonly revision?: ProtocolRevision;
}

/** Launch settings of a server. A server whose settings have not changed needs no restart. */
export type ServerLaunch = StdioLaunch | RemoteLaunch;
