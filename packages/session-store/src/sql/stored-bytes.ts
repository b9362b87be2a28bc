/**
 * Returns the size of a string for `limits.bytes`: two bytes per character, as in memory, so that a limit means the
 * same in every store.
 */
export function storedBytes(text: string): number {
  return 2 * text.length;
}
