/** Splits a text at white space. */
export function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}
