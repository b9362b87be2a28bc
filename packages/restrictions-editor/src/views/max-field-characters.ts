/** The longest text of a field, in UTF-16 units. */
export const maxFieldCharacters = 10_000;
