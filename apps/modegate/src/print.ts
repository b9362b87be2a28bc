import { styleText } from 'node:util';
import type { ReportStyle } from '@modegate/policy-check/reporters';

const styles = {
  error: ['red', 'bold'],
  warning: ['yellow', 'bold'],
  info: ['cyan', 'bold'],
  heading: 'bold',
  faint: 'dim',
  success: 'green',
} as const satisfies Record<ReportStyle, unknown>;

/** Styles text for stdout; plain when stdout is no terminal or NO_COLOR is set. */
export function styled(style: ReportStyle, text: string): string {
  const format = styles[style];
  return styleText(typeof format === 'string' ? format : [...format], text, { stream: process.stdout });
}

/** Writes a text that ends with its own line break to stdout. */
export function printText(text: string): void {
  process.stdout.write(text);
}

/** Writes a line to stdout. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}

/** Writes a line to stderr: what a reader should know and a program that reads stdout should not get. */
export function remark(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Resolves when everything printed has been taken, or when nobody is left to take it. */
export function printed(): Promise<void> {
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
    process.stdout.write('', () => resolve());
  });
}
