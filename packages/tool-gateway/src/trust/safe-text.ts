/**
 * Returns text from a server or a file as one line in a question to a person, without control characters, bidi
 * characters or other invisible characters, and truncated at `maxLength`.
 */
export function safeLine(text: string, maxLength: number): string {
  // Only this part of the text is processed, because the rest may be megabytes long.
  const line = text
    .slice(0, maxLength * 2)
    .replaceAll(/[\s\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim();
  return line.length <= maxLength && text.length <= maxLength * 2 ? line : `${line.slice(0, maxLength - 1)}…`;
}

/**
 * Works like {@link safeLine}, but adds quotes that the text cannot close, so that the text cannot imitate the
 * gateway's own words.
 */
export function quotedLine(text: string, maxLength: number): string {
  return `"${safeLine(text, maxLength).replaceAll('"', "'")}"`;
}

/**
 * Formats lines of text from an outside source. Each line after the first begins with `>`, so that no line can imitate
 * the gateway's own words.
 */
export function quotedLines(text: string, maxLength: number): string {
  const lines = text.slice(0, maxLength).split(/\r\n|[\r\n\v\f\u0085\u2028\u2029]/u);
  const shown = lines.map((line) => safeLine(line, maxLength)).join('\n> ');
  return text.length <= maxLength ? shown : `${shown}… (${text.length - maxLength} more characters are not shown)`;
}

/**
 * Formats a name as an argument in a command for a person to copy; returns `placeholder` if a shell could interpret the
 * name as more than one word.
 */
export function commandWord(name: string, placeholder: string): string {
  return /^[\w.@][\w.@-]{0,99}$/.test(name) ? name : placeholder;
}
