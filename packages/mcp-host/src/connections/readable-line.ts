import { shortened } from './json-object.ts';

/** The longest line of a server that is told to anyone, in characters. */
export const MAX_NOTE_LENGTH = 1000;

/** Makes a line that another program wrote fit for people: no control characters, no colours, at most 1000 characters. */
export function readableLine(line: string): string {
  const start = line.length > 4 * MAX_NOTE_LENGTH ? line.slice(0, 4 * MAX_NOTE_LENGTH) : line;
  const plain = start.replace(TERMINAL_SEQUENCE, '').replace(CONTROL_CHARACTER, ' ').trim();
  return shortened(plain, MAX_NOTE_LENGTH);
}

const ESCAPE = String.fromCharCode(0x1b);
const TERMINAL_SEQUENCE = new RegExp(
  `${ESCAPE}(?:\\[[0-?]*[ -/]*[@-~]|\\][^${ESCAPE}\\u0007]*(?:\\u0007|${ESCAPE}\\\\)|[@-Z^_])`,
  'gu',
);
const CONTROL_CHARACTER = /\p{Cc}/gu;
