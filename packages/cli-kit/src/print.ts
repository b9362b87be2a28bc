import { styleText } from 'node:util';

/** A colour or weight of terminal text. */
export type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold' | 'cyan';

/** Styles text for stdout; returns it unstyled if stdout is not a terminal or NO_COLOR is set. */
export function styled(style: Style | readonly Style[], text: string): string {
  return styleText(typeof style === 'string' ? style : [...style], text, { stream: process.stdout });
}

/** Removes control characters with which untrusted text could move a terminal's cursor or change its colours. */
export function stripControls(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}

/** Writes a line to stdout. Only for commands that do not use the protocol. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Writes text to stdout; the text includes its own final line break. */
export function printText(text: string): void {
  process.stdout.write(text);
}

/** Writes a line to stderr: information for a user that a program reading stdout should not receive. */
export function printError(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes lines to stdout no faster than they are accepted, so that a long output requires little memory. */
export async function printLines(lines: Iterable<string>): Promise<void> {
  let waiting = '';
  for (const line of lines) {
    waiting += `${line}\n`;
    if (waiting.length < batchLength) continue;
    printText(waiting);
    waiting = '';
    await flushOutput();
  }
  printText(waiting);
}

const batchLength = 64 * 1024;

/** Resolves when everything printed has been accepted, or when there is no longer a reader. */
export function flushOutput(): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      process.stdout.off('error', end);
      resolve();
    };
    process.stdout.once('error', end);
    process.stdout.write('', end);
  });
}
