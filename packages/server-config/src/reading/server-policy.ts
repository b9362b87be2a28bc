import type { TextPosition } from '@modegate/json';
import type { ConfigSource, ServerEntry, SettingPositions } from '../entries/server-entry.ts';

/** A server as seen by a policy: who may use it by default, and the positions of its settings. */
export interface McpServerPolicy {
  readonly name: string;
  readonly defaultEnabled: boolean;
  readonly disabled: boolean;
  readonly disabledTools: readonly string[];
  /** Present if A to Z match in any case in `disabledTools`. */
  readonly disabledInAnyCase?: true;
  /** The only tools that may be used; absent if every tool may be. */
  readonly enabledTools?: readonly string[];
  /** Reason why the server's settings are unreadable or not trusted; the server is then closed to everyone. */
  readonly invalid?: string;
  readonly source: ConfigSource;
  readonly file: string;
  /** JSON pointer of the server's entry. */
  readonly pointer: string;
  readonly line: number;
  /** Positions of the settings. */
  readonly settingPositions: SettingPositions;
  /** Finds the position of a JSON pointer of the same file. */
  readonly locate?: (pointer: string) => TextPosition | undefined;
}

/** State of a server file. */
export interface ServerFileState {
  readonly file: string;
  /**
   * `unreadable`: it exists, or was requested by name, but could not be read. Its content is unknown, so a caller must
   * fail closed.
   */
  readonly state: 'read' | 'missing' | 'unreadable';
}

/**
 * Reduces entries to what a policy needs, in the same order.
 *
 * @param files - Highest precedence first. A server is closed if a file of higher precedence than its own is
 * unreadable,   because that file may have disabled it. Default: none.
 */
export function toPolicyServers(
  entries: readonly ServerEntry[],
  files: readonly ServerFileState[] = [],
): readonly McpServerPolicy[] {
  return entries.map((entry) => {
    const { name, policy, source, file, pointer, line, settingPositions, locate } = entry;
    const { defaultEnabled, disabled, disabledTools, disabledInAnyCase, enabledTools } = policy;
    const invalid = reasonOf(entry) ?? unreadableAbove(file, files);
    return {
      name,
      defaultEnabled,
      disabled,
      disabledTools,
      ...(disabledInAnyCase === undefined ? {} : { disabledInAnyCase }),
      ...(enabledTools === undefined ? {} : { enabledTools }),
      ...(invalid === undefined ? {} : { invalid }),
      source,
      file,
      pointer,
      line,
      settingPositions,
      locate,
    };
  });
}

function reasonOf(entry: ServerEntry): string | undefined {
  if (entry.state === 'valid' || entry.switches === 'off') return undefined;
  return entry.problems[0]?.message ?? 'Its entry could not be read.';
}

function unreadableAbove(file: string, files: readonly ServerFileState[]): string | undefined {
  const own = files.findIndex((candidate) => candidate.file === file);
  const above = files.slice(0, Math.max(own, 0)).find(({ state }) => state === 'unreadable');
  if (above === undefined) return undefined;
  return `${above.file} takes precedence over its file and could not be read, so it may restrict this server.`;
}
