import { type CommandName, commands, type Dialect, dialects } from '@modegate/ipc-bridge';

/** Description of a tool, beyond the facts about its command. */
export interface ToolDescription {
  /** Replaces the command's summary. */
  readonly summary?: string;
  /** Additional or different behaviour of the tool. */
  readonly details?: string;
}

/**
 * Describes a tool that runs a command: its effect, the command and its dialects, and the known limitations.
 * Limitations of a single dialect appear only if the dialect is known.
 */
export function describeCommand(name: CommandName, words: ToolDescription, dialect: Dialect | 'detect'): string {
  const { summary, dialects: supporting } = commands[name];
  const parts = [
    words.summary ?? summary,
    ...(words.details === undefined ? [] : [words.details]),
    `IPC command ${name} (${supporting.length === dialects.length ? 'every dialect' : `${supporting.join(' and ')} only`}).`,
    ...limitationsOf(name, dialect),
  ];
  return parts.join(' ');
}

// This server works around these limitations, so clients need not know about them.
const doneHere: ReadonlySet<string> = new Set(['Send the result of GetConfiguration with your changes merged in.']);

/** Returns the limitations, grouped by the dialects to which they apply, without repeated sentences. */
function limitationsOf(name: CommandName, dialect: Dialect | 'detect'): readonly string[] {
  const { dialects: supporting, limitations } = commands[name];
  const holdsFor = new Map<string, Dialect[]>();
  for (const each of supporting) {
    const text = dialect === 'detect' || dialect === each ? (limitations(each) ?? '') : '';
    for (const sentence of text.split(/(?<=\.)\s+/).filter((one) => one !== '' && !doneHere.has(one))) {
      holdsFor.set(sentence, [...(holdsFor.get(sentence) ?? []), each]);
    }
  }
  const grouped = Map.groupBy(holdsFor, ([, which]) =>
    which.length === supporting.length ? '' : ` in ${which.join(' and ')}`,
  );
  return [...grouped].map(([heading, held]) => `Known limitations${heading}: ${held.map(([text]) => text).join(' ')}`);
}
