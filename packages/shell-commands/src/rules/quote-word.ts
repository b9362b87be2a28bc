/** Writes a literal word for a shell of the Bourne family, quoted if necessary. */
export function quoteShellWord(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
