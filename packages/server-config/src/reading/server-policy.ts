import type { TextPosition } from '@modegate/json';
import type { ConfigSource, ServerEntry, SettingPositions } from '../entries/server-entry.ts';

/** A server as a policy sees it: who may use it by default, and where that is written. */
export interface McpServerPolicy {
  readonly name: string;
  readonly defaultEnabled: boolean;
  readonly disabled: boolean;
  readonly disabledTools: readonly string[];
  /** Present where the case of A to Z does not count in `disabledTools`. */
  readonly disabledInAnyCase?: true;
  /** The only tools that may be used; absent where every tool may be. */
  readonly enabledTools?: readonly string[];
  /** Why the server's settings could not be read, or not be trusted; it is then closed to everyone. */
  readonly invalid?: string;
  readonly source: ConfigSource;
  readonly file: string;
  /** JSON pointer of the server's entry. */
  readonly pointer: string;
  readonly line: number;
  /** Where the settings are written. */
  readonly settingPositions: SettingPositions;
  /** Finds the position of a JSON pointer of the same file. */
  readonly locate?: (pointer: string) => TextPosition | undefined;
}

/** The outcome of one server file. */
export interface ServerFileState {
  readonly file: string;
  /** `unreadable`: it is there, or was asked for by name, and is not understood. Nothing in it is known, so a caller must fail closed. */
  readonly state: 'read' | 'missing' | 'unreadable';
}

/**
 * Reduces entries to what a policy needs, in the same order.
 *
 * @param files - In order of precedence, highest first. A server is closed when a file of higher precedence than
 *   its own is unreadable, because that file may have disabled it. Default: none.
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
