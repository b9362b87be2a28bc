/** Settings that every server has, whatever its transport. */
export interface ServerSettings {
  /** True if no mode may use the server. Default false. */
  readonly disabled: boolean;
  /** True if a mode that does not mention the server may use it. Default true. */
  readonly defaultEnabled: boolean;
  /** Tools that need no approval; `*` means all of them. Default none. */
  readonly alwaysAllow: readonly string[];
  /** Tools that no mode may use; `*` matches any characters, `?` exactly one; case-sensitive. Default none. */
  readonly disabledTools: readonly string[];
  /** Present if letters in `disabledTools` (only A to Z) match regardless of case. */
  readonly disabledInAnyCase?: true;
  /** The only tools that may be used, with the same wildcards; `[]` means none. Default: every tool. */
  readonly enabledTools?: readonly string[];
  /** Timeout for a request in seconds, 1 to 3600. Default 60. */
  readonly timeoutSeconds: number;
  /** Files that restart the server when they change. Default none. */
  readonly watchPaths: readonly string[];
  /** True if all principals share one connection and its login instead of each having their own. Default false. */
  readonly shared: boolean;
  /**
   * Protocol to use: the version with `initialize`, or the version introduced by MCP 2026-07-28. Default: negotiated by
   * the server and the clients.
   */
  readonly era?: 'legacy' | 'modern';
}

/** A server that is started as a process and uses standard streams. */
export interface StdioServerConfig extends ServerSettings {
  readonly type: 'stdio';
  readonly command: string;
  readonly args: readonly string[];
  /** Variables added to the process's environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Names of variables that the process also gets from the environment, if they are set; `env` takes precedence. */
  readonly envVars?: readonly string[];
  /** Working folder; if undefined, the program that starts the process decides. */
  readonly cwd?: string;
}

/** A server that is reached over HTTP. */
export interface RemoteServerConfig extends ServerSettings {
  /** `http`, as written by Claude Code and VS Code, is treated as `streamable-http`. */
  readonly type: 'sse' | 'streamable-http';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /**
   * True if the file contains a `url` without a `type`. The type is then `streamable-http`, and a caller may fall back
   * to `sse` as described in MCP 2025-11-25 (basic/transports, backwards compatibility).
   */
  readonly typeInferred: boolean;
}

/** A server as configured, with defaults added and variables not yet substituted. */
export type ServerConfig = StdioServerConfig | RemoteServerConfig;
