import type { Position } from './config-problem.ts';
import type { ConfigSource, ServerEntry } from './server-entry.ts';

/** A server as a policy sees it: who may use it by default, and where that is written. */
export interface McpServerPolicy {
  readonly name: string;
  readonly defaultEnabled: boolean;
  readonly disabled: boolean;
  readonly disabledTools: readonly string[];
  /** True when the server's settings could not be read; it is then closed to everyone. */
  readonly invalid?: boolean;
  readonly source: ConfigSource;
  readonly file: string;
  /** JSON pointer of the server's entry. */
  readonly pointer: string;
  readonly line: number;
  /** Finds where a JSON pointer of the same file stands. */
  readonly locate?: (pointer: string) => Position | undefined;
}

/** Reduces entries to what a policy needs, in the same order. */
export function toPolicyServers(entries: readonly ServerEntry[]): readonly McpServerPolicy[] {
  return entries.map(({ name, policy, state, source, file, pointer, line, locate }) => ({
    name,
    defaultEnabled: policy.defaultEnabled,
    disabled: policy.disabled,
    disabledTools: policy.disabledTools,
    ...(state === 'invalid' ? { invalid: true } : {}),
    source,
    file,
    pointer,
    line,
    locate,
  }));
}
