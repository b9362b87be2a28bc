/** Options of a program that only read, each separated by blanks. */
interface ReadOnlyOptions {
  readonly flags?: string;
  /** Options with a value. */
  readonly texts?: string;
  /** Options with a number, which may stand in the same word. */
  readonly numbers?: string;
}

/** Returns a test of arguments: every option is among the given ones, and operands are free. */
export function options({
  flags = '',
  texts = '',
  numbers = '',
}: ReadOnlyOptions): (rest: readonly string[]) => boolean {
  const [plain, valued, counted] = [flags, texts, numbers].map((list) => new Set(list.split(/\s+/).filter(Boolean)));
  const isFlag = (word: string) => plain?.has(word) === true;
  return (rest) => {
    for (let at = 0; at < rest.length; at += 1) {
      const word = rest[at] ?? '';
      if (word === '--') return true;
      if (!word.startsWith('-') || word === '-' || isFlag(word)) continue;
      if (valued?.has(word)) at += 1;
      else if (counted?.has(word)) {
        at += 1;
        if (!/^\d+$/.test(rest[at] ?? '')) return false;
      } else if (!isJoined(word)) return false;
    }
    return true;
  };

  /** An option with its value in the same word, or several letters. */
  function isJoined(word: string): boolean {
    const [, long] = /^(--[a-z-]+)=/.exec(word) ?? [];
    if (long !== undefined) return valued?.has(long) === true || counted?.has(long) === true;
    const [, letter] = /^(-[A-Za-z])\d+$/.exec(word) ?? [];
    if (letter !== undefined) return counted?.has(letter) === true;
    return (
      /^-[A-Za-z0-9]+$/.test(word) &&
      word
        .slice(1)
        .split('')
        .every((one) => isFlag(`-${one}`))
    );
  }
}

/** Returns a test of arguments: exactly one of these words. */
export function pick(...words: readonly string[]): (rest: readonly string[]) => boolean {
  return (rest) => rest.length === 1 && words.includes(rest[0] ?? '');
}
