import { quoteWord } from '@modegate/shell-commands';

/** @internal A program and its arguments as a text for a shell; without arguments, the program is such a text already. */
export function commandText(program: string, args: unknown): string {
  if (!Array.isArray(args)) return program;
  return [program, ...args.filter((arg) => typeof arg === 'string')].map(quoteWord).join(' ');
}
