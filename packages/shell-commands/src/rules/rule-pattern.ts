import { parse, type Word, type WordPart } from 'unbash';
import { UnreadableError } from '../unreadable.ts';
import { wordParts } from '../walk/read-word.ts';

/** A word in a rule. */
export interface RuleWord {
  /** The literal text between asterisks, without quotes: `['src/', '.ts']` for `src/*.ts`. */
  readonly pieces: readonly string[];
  /** True for a lone `*`. */
  readonly isAny: boolean;
}

/** @internal The words of a rule, or the fault in the rule. */
export type RuleWords = { readonly words: readonly RuleWord[] } | { readonly fault: string };

// Exceeds the length of any command for which people write rules.
const maxRuleLength = 1000;

/**
 * @internal Parses a rule in the same way as the shell parses a command: the rule must be one simple command that
 * consists of literal words and asterisks.
 */
export function parseRuleWords(text: string): RuleWords {
  if (text.trim() === '') return { fault: 'is empty' };
  if (text.length > maxRuleLength) return { fault: `has more than ${maxRuleLength} characters` };
  if (/(?![\t ])[\p{Cc}\p{Cf}\p{Cs}\p{Z}]/u.test(text))
    return { fault: 'contains a line break or an invisible character' };
  const { commands, errors = [] } = parse(text);
  const [first] = errors;
  if (first !== undefined) return { fault: `cannot be parsed as a command (${first.message})` };
  const command = commands[0]?.command;
  if (
    commands.length !== 1 ||
    commands[0]?.background === true ||
    command?.type !== 'Command' ||
    command.name === undefined
  )
    return { fault: 'is not a single command; write one rule for each command' };
  if (command.redirects.length > 0)
    return { fault: 'contains a redirection; the groups of the mode determine access to files' };
  const last = command.args.at(-1) ?? command.name;
  if (text.slice(last.end).trim() !== '')
    return { fault: `contains '${text.slice(last.end).trim()}' after the command; quote it if it is a word` };
  if (command.prefix.length > 0) return { fault: 'begins with an assignment; write only the command' };
  try {
    return { words: [command.name, ...command.args].map((word) => readRuleWord(asWord(word, text))) };
  } catch (error) {
    if (error instanceof UnreadableError) return { fault: error.message };
    return { fault: 'cannot be read' };
  }
}

/** Treats an argument `a=b` as one word, as in a rule; the parser treats it as an assignment. */
function asWord(argument: { readonly pos: number; readonly end: number }, text: string): Word {
  const part = text.slice(argument.pos, argument.end);
  // After the command name, nothing is an assignment.
  const command = parse(`x ${part}`).commands[0]?.command;
  const word = command?.type === 'Command' ? command.args[0] : undefined;
  if (word?.type === 'Word') return word;
  if (word?.value.type !== 'Word') return refuse(`contains ${part}, which is not a literal word`);
  const start = part.slice(0, part.indexOf('=') + 1);
  const { value } = word;
  return { ...value, parts: [{ type: 'Literal', pos: 0, end: 0, text: start, value: start }, ...wordParts(value)] };
}

function readRuleWord(word: Word): RuleWord {
  if (word.text === '*') return { pieces: ['', ''], isAny: true };
  const pieces = [''];
  const add = (text: string): void => void pieces.push((pieces.pop() ?? '') + text);
  for (const [index, part] of wordParts(word).entries()) {
    if (part.type === 'Glob' && part.kind === 'star') pieces.push('');
    else add(literalOf(part, { word, isStart: index === 0 }));
  }
  return { pieces, isAny: false };
}

function literalOf(part: WordPart, { word, isStart }: { readonly word: Word; readonly isStart: boolean }): string {
  switch (part.type) {
    case 'SingleQuoted':
      return part.value;
    case 'AnsiCQuoted':
      if (!/\\x\{/.test(part.text)) return part.value;
      break;
    case 'Glob':
      // In a rule, `?` and brackets are ordinary characters.
      if ((part.parts ?? []).every(({ type }) => type === 'Literal')) return part.text;
      break;
    case 'DoubleQuoted':
      if (part.parts.every(({ type }) => type === 'Literal'))
        return part.parts.map((child) => (child.type === 'Literal' ? child.value : '')).join('');
      break;
    case 'Literal':
      if (word.text !== '{}' && /(?<!\\)\{/.test(part.text)) break;
      if (/(?<!\\)[=:]~/.test(part.text) || (isStart && part.text.startsWith('~'))) break;
      return part.value;
    default:
      break;
  }
  return refuse(
    `contains ${part.text}, which a shell expands; write literal words and '*', and quote other characters`,
  );
}

function refuse(construct: string): never {
  throw new UnreadableError({ construct, text: '', position: 0 });
}

/** @internal True if a text consists of the literal pieces of a word in a rule, with any text between them. */
export function matchesPieces({ pieces }: RuleWord, text: string): boolean {
  const [first = '', ...rest] = pieces;
  if (rest.length === 0) return text === first;
  const last = rest.pop() ?? '';
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  const end = text.length - last.length;
  for (const piece of rest) {
    const found = text.indexOf(piece, at);
    if (found < 0 || found + piece.length > end) return false;
    at = found + piece.length;
  }
  return true;
}
