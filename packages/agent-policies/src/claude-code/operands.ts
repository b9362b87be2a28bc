import type { CommandWord } from './command-word.ts';

/** Finds the files among the arguments of a program, in the same way as Claude Code. */
export type FindFiles = (rest: readonly CommandWord[]) => readonly CommandWord[];

/** Returns the arguments, starting with the first one that is not an option. */
export const plainOperands: FindFiles = (rest) => {
  const start = rest.findIndex(({ value }) => value === '--' || !isOption(value));
  if (start === -1) return [];
  return rest.slice(rest[start]?.value === '--' ? start + 1 : start);
};

/**
 * Returns the arguments, starting with the first one that is not an option; options with the given letters and names
 * take the next word as their value.
 */
export function operandsAfter(letters: string, names = ''): FindFiles {
  return (rest) => {
    let at = 0;
    for (; at < rest.length; at += 1) {
      const option = rest[at]?.value ?? '';
      if (option === '--') return rest.slice(at + 1);
      if (!isOption(option)) break;
      const isValued = option.startsWith('--')
        ? names.split(' ').includes(option.slice(2))
        : letters.includes(option.slice(-1)) &&
          !option
            .slice(1, -1)
            .split('')
            .some((letter) => letters.includes(letter));
      if (isValued) at += 1;
    }
    return rest.slice(at);
  };
}

/**
 * Returns the files after a pattern or script, and the files that contain patterns; options in `valued` take the next
 * word as their value.
 */
export function operandsAfterPattern(valued: readonly string[]): FindFiles {
  return (rest) => {
    const files: CommandWord[] = [];
    let hasPattern = false;
    let hasOperand = false;
    let isPlain = false;
    for (let at = 0; at < rest.length; at += 1) {
      const word = rest[at];
      const option = word?.value ?? '';
      const [name, joined] = splitAtEqual(option);
      if (word === undefined || isPlain || !isOption(option)) {
        if (word !== undefined && hasPattern) files.push(word);
        hasOperand = true;
        hasPattern = true;
        continue;
      }
      if (option === '--') {
        isPlain = true;
        continue;
      }
      if (hasOperand) {
        files.push(word);
        continue;
      }
      const isFile = /^(--(file|exclude-from|include-from|ignore-file)|-[a-zA-Z]*f)$/.test(name);
      const isPattern = /^(-e.*|-[a-zA-Z]*f|-f.*|--regexp|--file)$/.test(name);
      const value = joined === undefined ? rest[at + 1] : { ...word, value: joined };
      if (isFile && value !== undefined) files.push(value);
      else if (/^-f./.test(option)) files.push({ ...word, value: option.slice(2) });
      hasPattern ||= isPattern;
      if (joined === undefined && (isFile || valued.includes(name))) at += 1;
    }
    return files;
  };
}

/** Splits an option at its equals sign. */
export function splitAtEqual(option: string): readonly [name: string, value: string | undefined] {
  const at = option.indexOf('=');
  return at === -1 ? [option, undefined] : [option.slice(0, at), option.slice(at + 1)];
}

/** True for a word that a program interprets as an option; a lone hyphen denotes a file. */
export function isOption(word: string): boolean {
  return word.startsWith('-') && word !== '-';
}
