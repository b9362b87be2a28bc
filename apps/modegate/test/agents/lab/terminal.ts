import { spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';

/** Whether an agent can be started under a pseudo-terminal here: `script` of util-linux makes one. */
export const hasTerminal: boolean = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout);

/** A command line that runs another one under a pseudo-terminal of a size that programs can draw on. */
export function underTerminal(line: readonly string[]): readonly string[] {
  const quoted = line.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(' ');
  return ['script', '-qfec', `stty rows 40 cols 140; exec ${quoted}`, '/dev/null'];
}

/** What a program may ask its terminal at the start, and what a plain one answers. */
const answers: readonly (readonly [string, string])[] = [
  // Where is the cursor?
  ['\u001B[6n', '\u001B[1;1R'],
  // What kind of terminal is this?
  ['\u001B[c', '\u001B[?62;c'],
];

/** Answers as a terminal does, because some programs end without that. */
export function answerTerminal(input: Writable, output: Readable): void {
  // The agent may have ended before the answer comes.
  input.on('error', () => undefined);
  output.on('data', (chunk) => {
    for (const [question, answer] of answers) if (String(chunk).includes(question)) input.write(answer);
  });
}
