/** One line of text that can be encoded, without control or formatting characters, which could move a cursor, change a colour or hide what is written; half a character becomes U+FFFD. */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').replaceAll(/\p{Cs}/gu, '\uFFFD');
}

/** As {@link printable}, with every such character replaced by one other, so that columns hold. Tabs become one space. */
export function printableInPlace(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu, (character) =>
    character === '\t' ? ' ' : '\uFFFD'.repeat(character.length),
  );
}
