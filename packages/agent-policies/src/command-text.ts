import { quoteWord } from '@modegate/shell-commands';

/**
 * @internal Returns a program and its arguments as shell text; if there is no list of arguments, the program itself is
 * already shell text.
 */
export function commandText(program: string, args: unknown): string {
  if (!Array.isArray(args)) return program;
  return [program, ...args.filter((arg) => typeof arg === 'string')].map(quoteWord).join(' ');
}
