/** Maximum length of the text in a field, in UTF-16 units. */
export const maxFieldCharacters = 10_000;
