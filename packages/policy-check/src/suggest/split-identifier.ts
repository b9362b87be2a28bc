/** A text as words to be searched: letters and digits in lower case, one blank between words and at both ends. */
export type IdentifierWords = string & { readonly spread: true };

/** Prepares a text once, so that many names can be looked for in it. */
export function splitIdentifier(text: string): IdentifierWords {
  const words = text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
  return ` ${words.join(' ')} ` as IdentifierWords;
}

/** Whether a text speaks of a name: the name as a whole, with `-`, `_`, blanks and case taken as equal. */
export function mentions(words: IdentifierWords, name: string): boolean {
  const wanted = splitIdentifier(name);
  // One letter, or a name without any, says nothing.
  return wanted.length > 3 && words.includes(wanted);
}
