/** Keyword of a suppression, both as a comment and as a key. */
export const suppressionKey = 'modegate-ignore';

/** True if a JSON pointer leads to a suppression rather than a setting. */
export function isSuppressionKey(pointer: string): boolean {
  return pointer.split('/').includes(suppressionKey);
}
