import { styleText } from 'node:util';

/** A colour or weight of terminal text. */
export type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold' | 'cyan';

/** Styles text for stdout; plain when stdout is no terminal or NO_COLOR is set. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Text of another party without the control characters that could move a terminal's cursor or colour it. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

/** Writes a line to stdout. Only for commands that do not speak the protocol. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Resolves when everything printed has been taken, or when nobody is left to take it. */
export function printed(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.write('', () => resolve());
  });
}
