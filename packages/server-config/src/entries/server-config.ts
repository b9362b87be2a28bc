/** What every server configuration says, whatever its transport. */
export interface ServerSettings {
  /** Off for everyone. Default false. */
  readonly disabled: boolean;
  /** Whether a mode that says nothing about the server may use it. Default true. */
  readonly defaultEnabled: boolean;
  /** Tools that need no approval; `*` is all of them. Default none. */
  readonly alwaysAllow: readonly string[];
  /** Tools that no mode may use; `*` matches any characters and `?` matches one, and case counts. Default none. */
  readonly disabledTools: readonly string[];
  /** Present where the case of A to Z does not count in `disabledTools`. */
  readonly disabledInAnyCase?: true;
  /** The only tools that may be used, with the same wildcards; `[]` is none. Default: every tool. */
  readonly enabledTools?: readonly string[];
  /** Seconds that one request may take, 1 to 3600. Default 60. */
  readonly timeoutSeconds: number;
  /** Files whose change restarts the server. Default none. */
  readonly watchPaths: readonly string[];
  /** Whether principals share one connection, and what it is logged in as, where each would have their own. Default false. */
  readonly shared: boolean;
  /** How to speak to the server: with `initialize`, or as from MCP 2026-07-28 on. Default: the server and the clients decide. */
  readonly era?: 'legacy' | 'modern';
}

/** A server that is started as a process and spoken to over its standard streams. */
export interface StdioServerConfig extends ServerSettings {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Variables added to the process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables that the process gets from the environment as well, where they are set; `env` goes before them. */
  readonly envVars?: readonly string[];
  /** Working folder; undefined leaves it to the one who starts the process. */
  readonly cwd?: string;
}

/** A server that is reached over HTTP. */
export interface RemoteServerConfig extends ServerSettings {
  /** `http`, as Claude Code and VS Code write it, is read as `streamable-http`. */
  readonly type: 'sse' | 'streamable-http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * True when the file has a `url` without a `type`. The type is then `streamable-http`, and a caller may fall back to
   * `sse` as MCP 2025-11-25 (basic/transports, backwards compatibility) describes.
   */
  readonly typeInferred: boolean;
}

/** One server as its configuration describes it: defaults filled in, variables not yet substituted. */
export type ServerConfig = StdioServerConfig | RemoteServerConfig;
