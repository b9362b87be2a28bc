/** Escapes control characters and truncates text to 80 characters, so that it is safe inside a message. */
export function printable(text: string): string {
  const cut = text.length > 80 ? `${text.slice(0, 80)}…` : text;
  // True for nearly all text; the test costs a fraction of what a replacement costs.
  if (!control.test(cut)) return cut;
  return cut.replace(controls, (character) => `\\x${(character.codePointAt(0) ?? 0).toString(16).padStart(2, '0')}`);
}

// Control characters could forge a line in the audit log or change the colours of a terminal. The build turns both
// literals into `new RegExp`, so each is created only once.
const control = /\p{Cc}/u;
const controls = /\p{Cc}/gu;

/** Formats a value for a message: short, one line, without control characters. */
export function show(value: unknown): string {
  if (typeof value === 'string') return `'${printable(value)}'`;
  try {
    return printable(JSON.stringify(value) ?? String(value));
  } catch {
    return 'a value that cannot be shown';
  }
}

/** Joins words in a sentence: `a, b and c`. */
export function joinWords(words: readonly string[], last: 'and' | 'or'): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} ${last} ${words.at(-1) ?? ''}`;
}
