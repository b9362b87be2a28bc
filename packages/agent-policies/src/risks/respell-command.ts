import { findSpellings } from '@modegate/shell-commands';

/**
 * @internal Returns other spellings of a command with the command's own operands; for most commands, no other spellings
 * are known.
 */
export function respellCommand(words: readonly string[] = []): readonly string[] {
  const found = findSpellings(words);
  const own = found?.of.find((one) => one.split(' ').every((word) => words.includes(word)))?.split(' ') ?? [];
  const operands = words.filter((word) => !own.includes(word));
  const isOther = operands.some((word) => word.startsWith('-'));
  const spellings = isOther ? [] : (found?.others ?? []);
  const fill = (text: string) =>
    operands.length === 0 ? text : text.replace(/ (?:build|x)$/, ` ${operands.join(' ')}`);
  const git = words[0] === 'git' && words.length > 1 ? [`git -C . ${words.slice(1).join(' ')}`] : [];
  return [...spellings.map(fill), ...git];
}
