import { styleText } from 'node:util';

/** A colour or weight of terminal text. */
export type Style = 'red' | 'green' | 'yellow' | 'dim' | 'bold' | 'cyan';

/** Styles text for stdout; plain when stdout is no terminal or NO_COLOR is set. */
export function styled(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

/** Writes a line to stdout. Only for commands that do not speak the protocol. */
export function print(line = ''): void {
  process.stdout.write(`${line}\n`);
}
