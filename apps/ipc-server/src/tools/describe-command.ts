import { type CommandName, commands, type Dialect, dialects } from '@modegate/ipc-bridge';

/** What a tool's description says beyond the command's own facts. */
export interface ToolWords {
  /** Replaces the command's summary. */
  readonly summary?: string;
  /** What the tool itself does more, or differently. */
  readonly details?: string;
}

/**
 * Describes a tool over a command: what it does, the command behind it with its dialects, and the known limitations;
 * only those of one dialect when it is known.
 */
export function describeCommand(name: CommandName, words: ToolWords, dialect: Dialect | 'detect'): string {
  const { summary, dialects: supporting } = commands[name];
  const parts = [
    words.summary ?? summary,
    ...(words.details === undefined ? [] : [words.details]),
    `IPC command ${name} (${supporting.length === dialects.length ? 'every dialect' : `${supporting.join(' and ')} only`}).`,
    ...limitationsOf(name, dialect),
  ];
  return parts.join(' ');
}

function limitationsOf(name: CommandName, dialect: Dialect | 'detect'): readonly string[] {
  const byText = new Map<string, Dialect[]>();
  const { dialects: supporting, limitations } = commands[name];
  for (const each of supporting) {
    const text = dialect === 'detect' || dialect === each ? limitations(each) : undefined;
    if (text !== undefined) byText.set(text, [...(byText.get(text) ?? []), each]);
  }
  return [...byText].map(([text, which]) =>
    which.length === supporting.length
      ? `Known limitations: ${text}`
      : `Known limitations in ${which.join(' and ')}: ${text}`,
  );
}
