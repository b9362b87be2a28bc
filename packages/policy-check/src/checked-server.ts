import type { McpServerPolicy, TextPosition } from '@modegate/mode-core';

/** The connection of a server as its file writes it, variables not substituted. */
export type CheckedServerConfig =
  | {
      readonly type: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly cwd?: string;
    }
  | {
      readonly type: 'sse' | 'streamable-http';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      /** True when the file gives a `url` without a `type`. */
      readonly typeInferred: boolean;
    };

interface CheckedServerBase {
  readonly name: string;
  readonly source: 'project' | 'global';
  readonly file: string;
  /** JSON pointer of the entry. */
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
  readonly policy: {
    readonly defaultEnabled: boolean;
    readonly disabled: boolean;
    readonly disabledTools: readonly string[];
    readonly alwaysAllow: readonly string[];
  };
  readonly locate: (pointer: string) => TextPosition | undefined;
}

/** One server of a configuration file; mcp-host's `ServerEntry` is one as it stands. */
export type CheckedServer =
  | (CheckedServerBase & {
      readonly state: 'valid';
      readonly config: CheckedServerConfig;
      /** Keys that have no meaning, with their values. */
      readonly extra: Readonly<Record<string, unknown>>;
    })
  | (CheckedServerBase & { readonly state: 'invalid'; readonly problems: readonly { readonly message: string }[] });

/** What reading a server file reported; mcp-host's `ConfigProblem` is one as it stands. */
export interface ServerFileProblem {
  readonly code: string;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
  readonly file: string;
  readonly pointer: string;
  readonly line: number;
  readonly column: number;
  readonly server?: string;
}

/** The server as a policy sees it. */
export function toServerPolicy(server: CheckedServer): McpServerPolicy {
  const { name, policy, file, pointer, locate } = server;
  const { defaultEnabled, disabled, disabledTools } = policy;
  const invalid =
    server.state === 'valid' ? undefined : (server.problems[0]?.message ?? 'Its entry could not be read.');
  return { name, defaultEnabled, disabled, disabledTools, invalid, file, pointer, locate };
}
