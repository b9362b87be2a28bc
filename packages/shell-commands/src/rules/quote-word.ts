/** Quotes a literal word, if necessary, for a shell in the Bourne family. */
export function quoteShellWord(word: string): string {
  return /^[\w@%+=:,./…-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
