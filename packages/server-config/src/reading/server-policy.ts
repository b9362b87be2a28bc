import type { ServerEntry, ServerEntryPolicy } from '../entries/server-entry.ts';

/** A server as a policy sees it: its default availability, and the positions of its settings. */
export interface ServerPolicy
  extends Omit<ServerEntryPolicy, 'alwaysAllow'>,
    Pick<ServerEntry, 'name' | 'source' | 'file' | 'pointer' | 'line' | 'settingPositions' | 'locate'> {
  /** Reason why the server's settings are unreadable or not trusted; the server is then blocked for everyone. */
  readonly invalid?: string;
}

/** State of a server file. */
export interface ServerFileState {
  readonly file: string;
  /**
   * `unreadable`: the file exists, or was requested by name, but could not be read. Its content is unknown, so a caller
   * must fail closed.
   */
  readonly state: 'read' | 'missing' | 'unreadable';
}

/**
 * Reduces entries to the data that a policy needs, in the same order.
 *
 * @param files - Highest precedence first. A server is blocked if a file of higher precedence than its own is
 * unreadable,   because that file may have disabled the server. Default: none.
 */
export function toPolicyServers(
  entries: readonly ServerEntry[],
  files: readonly ServerFileState[] = [],
): readonly ServerPolicy[] {
  return entries.map((entry) => {
    const { name, source, file, pointer, line, settingPositions, locate } = entry;
    const { alwaysAllow: _, ...policy } = entry.policy;
    const invalid = reasonOf(entry) ?? unreadableAbove(file, files);
    const where = { name, source, file, pointer, line, settingPositions, locate };
    return { ...where, ...policy, ...(invalid === undefined ? {} : { invalid }) };
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
  return `${above.file} takes precedence over the file of this server but could not be read, and it may restrict the server.`;
}
