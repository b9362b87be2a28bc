/** One line of what a server or a file wrote, for a question to a person: without control, bidi and other invisible characters, cut at `maxLength`. */
export function safeLine(text: string, maxLength: number): string {
  // Only so much is looked at: what is cut off may be megabytes.
  const line = text
    .slice(0, maxLength * 2)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length <= maxLength && text.length <= maxLength * 2 ? line : `${line.slice(0, maxLength - 1)}…`;
}

/** The same in quotes that the text cannot close, so that nothing in it reads as if we had said it. */
export function quotedLine(text: string, maxLength: number): string {
  return `"${safeLine(text, maxLength).replaceAll('"', "'")}"`;
}

/** Lines of a text that we pass on: none of them can be taken for one that we wrote, since each after the first begins with `>`. */
export function quotedLines(text: string, maxLength: number): string {
  const lines = text.slice(0, maxLength).split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/u);
  const shown = lines.map((line) => safeLine(line, maxLength)).join('\n> ');
  return text.length <= maxLength ? shown : `${shown}…`;
}

/** A name as a word of a command that a person may copy; `placeholder` for one that a shell could take for more than a word. */
export function commandWord(name: string, placeholder: string): string {
  return /^[\w.@][\w.@-]{0,99}$/.test(name) ? name : placeholder;
}
