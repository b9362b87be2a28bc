/**
 * Returns the name of a mode without a leading emoji, which would appear as an empty box on a machine without a
 * suitable font.
 */
export function plainName(name: string): string {
  const plain = name.replace(/^(?:\p{Extended_Pictographic}(?:\ufe0f|\u200d|[\u{1f3fb}-\u{1f3ff}])*)+\s*/u, '');
  return plain === '' ? name : plain;
}
