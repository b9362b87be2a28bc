/**
 * Characters that are not seen, or that move or hide others: controls, directions, unassigned and private ones, all that
 * fonts may leave out, and blanks other than a space.
 */
const hidden = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu;

/** The text with each character that cannot be seen replaced by its name, such as `<U+202E>`. */
export function nameHidden(text: string): string {
  return text.replaceAll(hidden, (character) => nameOf(character.codePointAt(0) ?? 0));
}

/** A JSON value in lines that only its own brackets and keys begin, with {@link nameHidden} applied. */
export function showJson(value: unknown): string {
  const lines = JSON.stringify(value, undefined, 2).split('\n');
  return lines.map((line) => nameHidden(line.replaceAll(escapes, nameEscape))).join('\n');
}

/** An escape of JSON; those with letters of their own, such as `\n`, can be seen. */
const escapes = /\\(?:u([\da-f]{4})|.)/g;

function nameEscape(written: string, code: string | undefined): string {
  return code === undefined ? written : nameOf(Number.parseInt(code, 16));
}

function nameOf(code: number): string {
  return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`;
}
