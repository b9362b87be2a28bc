/** Writes a literal word for a shell of the Bourne family, in quotes if it needs them. */
export function quoteShellWord(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
