import type { ClaudeRule } from './claude-rules.ts';
import {
  type CommandPattern,
  foldBlanks,
  matchesCommand,
  namesCommand,
  type ReadableText,
  readableText,
  readCommandPattern,
} from './command-pattern.ts';
import type { CommandPiece, ParsedCommand } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { isAssignment, nameWithoutFolder, openForAllow, openForRestriction } from './command-wrappers.ts';
import { isHarmlessVariable } from './harmless-variables.ts';
import { namesWholeTool } from './server-rules.ts';

/**
 * Bash rules from one list, indexed by the first word of their commands, so that each command is compared with only a
 * few of them.
 */
export class CommandRules {
  /** Rules that apply to the whole Bash tool. */
  readonly whole: readonly ClaudeRule[];
  /** Rules for specific commands. */
  readonly named: readonly NamedRule[];
  private readonly byWord: ReadonlyMap<string, readonly NamedRule[]>;

  constructor(rules: readonly ClaudeRule[]) {
    this.whole = rules.filter((rule) => namesWholeTool(rule, 'Bash'));
    this.named = rules.flatMap((rule, at) => {
      const { tool, specifier } = rule;
      return tool === 'Bash' && specifier !== undefined ? [{ rule, at, pattern: readCommandPattern(specifier) }] : [];
    });
    this.byWord = Map.groupBy(this.named, ({ pattern }) => firstWord(pattern));
  }

  /** Returns the rules that may match any of these strings, in the rules' original order. */
  near(texts: readonly ReadableText[]): readonly NamedRule[] {
    const words = new Set(['', ...texts.flatMap(({ written, folded }) => [written, ...folded].map(wordOf))]);
    const lists = [...words].flatMap((word) => {
      const list = this.byWord.get(word);
      return list === undefined ? [] : [list];
    });
    return lists.length === 1 ? (lists[0] ?? []) : lists.flat().toSorted((one, other) => one.at - other.at);
  }
}

/** A rule, with the pattern of its command and its position in the list. */
interface NamedRule {
  readonly rule: ClaudeRule;
  readonly pattern: CommandPattern;
  readonly at: number;
}

/** Returns the first word of a pattern; empty if an asterisk may be part of that word. */
function firstWord(pattern: CommandPattern): string {
  if (pattern.kind !== 'wildcard') return wordOf(pattern.text);
  const start = pattern.shapes[0]?.[0] ?? '';
  return start.includes(' ') ? wordOf(start) : '';
}

function wordOf(text: string): string {
  return text.split(' ', 1)[0] ?? '';
}

/** Returns the allow rule that covers a piece after any harmless variables and the wrappers that Claude Code strips. */
export function findAllowance(rules: CommandRules, piece: CommandPiece): ClaudeRule | undefined {
  const texts = textsForAllow(piece).map(readableText);
  return rules.near(texts).find(({ pattern }) => texts.some((text) => matchesCommand(pattern, text, 'allow')))?.rule;
}

/** Returns the allow rule that specifies the whole command, so that the command's pieces do not matter. */
export function findName(rules: CommandRules, command: string): ClaudeRule | undefined {
  const text = readableText(command.trim());
  return rules.near([text]).find(({ pattern }) => namesCommand(pattern, text))?.rule;
}

/** A command to which deny and ask rules are applied. */
interface RestrictedCommand {
  readonly command: string;
  readonly parsed: ParsedCommand;
  readonly home: string | undefined;
}

/**
 * Returns the deny or ask rules that apply to a command: to the command as a whole, to one of its pieces, or to text
 * that cannot be parsed.
 */
export function findRestrictions(
  rules: CommandRules,
  { command, parsed, home }: RestrictedCommand,
): readonly ClaudeRule[] {
  if (rules.named.length === 0) return rules.whole;
  // Recorded: a command with a pipeline is also matched as a whole.
  const pipelines = parsed.others.length === 0 ? [] : [...parsed.others, command.trim()];
  const others = pipelines.flatMap((text) => withoutWrappers(text, parsed.pieces));
  const texts = [...others, ...parsed.pieces.flatMap((piece) => [...textsForRestriction(piece)])];
  const known = home === undefined ? [] : texts.filter((text) => text.includes('$HOME'));
  const readable = [...texts, ...known.map((text) => withHome(text, home ?? ''))].map(readableText);
  const named = withoutWrappers(command.trim(), parsed.pieces);
  const wholes = [...named, ...named.map(foldBlanks)].map(readableText);
  const near = parsed.isFaulty ? rules.named : rules.near([...wholes, ...readable]);
  const reached = near.filter(
    ({ pattern, rule: { list } }) =>
      (list === 'deny' && wholes.some((whole) => namesCommand(pattern, whole))) ||
      readable.some((text) => matchesCommand(pattern, text, list)) ||
      (parsed.isFaulty && isMentioned(pattern, command)),
  );
  return [...rules.whole, ...reached.map(({ rule }) => rule)];
}

/** Returns a command's text unchanged, and also without wrappers and quotation marks around its first program. */
function withoutWrappers(text: string, pieces: readonly CommandPiece[]): readonly string[] {
  const first = pieces.find((piece) => piece.text !== '' && text.startsWith(`${piece.text} `));
  if (first === undefined) return [text];
  return [text, ...textsForAllow(first).map((start) => start + text.slice(first.text.length))];
}

/** Returns the forms of a piece that an allow rule may match. */
function textsForAllow({ words, text, assignments, prefix }: CommandPiece): readonly string[] {
  if (words.length === 0) return [];
  const isTimed = prefix.includes('time');
  const isPlain = assignments.every((one) => one.isPlain);
  const ahead = [...(isTimed ? [prefix.replace(/^! /, '')] : []), ...assignments.map((one) => one.text)];
  const texts = ahead.length > 0 && isPlain ? [[...ahead, text].join(' ')] : [];
  if (!assignments.every(isHarmlessVariable)) return texts;
  let left = words;
  let rest = text;
  for (;;) {
    const [program] = left;
    texts.push(rest);
    if (program !== undefined && !/\s/.test(program.text)) texts.push(program.value + rest.slice(program.text.length));
    const inner = openForAllow(left.map((word, index) => (index === 0 ? word.value : word.text)));
    if (inner === undefined) return texts;
    rest = without(rest, left.slice(0, left.length - inner.length));
    left = left.slice(left.length - inner.length);
  }
}

function without(text: string, words: readonly CommandWord[]): string {
  return words.reduce((rest, word) => rest.slice(rest.indexOf(word.text) + word.text.length).trimStart(), text);
}

/** Replaces `$HOME`, whose value Claude Code knows. */
function withHome(text: string, home: string): string {
  return text.replaceAll(/(?<= )\$HOME(?=[/ ]|$)/g, home);
}

/** Maximum number of nested wrappers to unwrap. */
const maxWrappers = 40;

/**
 * Returns the forms of a piece that a deny or ask rule may match: with quotes removed, and after any wrappers, folders
 * and variables.
 */
function textsForRestriction(piece: CommandPiece): ReadonlySet<string> {
  const { words, text, assignments } = piece;
  if (words.length === 0) return new Set();
  const written = [...assignments.map((one) => one.text), text].join(' ');
  const found = new Set<string>();
  const values = words.map(({ value }) => value);
  // Unquoted variables are omitted, and the text ends at a nested command.
  const cut = words.findIndex(({ text: word }) => /^(\$\((?!\()|`|[<>]\()/.test(word));
  const queue: (readonly string[])[] = [
    values,
    words
      .filter(({ text: word }) => !/^\$(\w+|\{.*\}|[@*#?$!-]|\(\(.*\)\)|'.*')$/s.test(word))
      .map(({ value }) => value),
    values.slice(0, cut === -1 ? values.length : cut),
  ];
  for (const list of queue) {
    const joined = list.join(' ');
    const [name = '', ...rest] = list;
    if (list.length === 0 || found.has(joined) || queue.length > maxWrappers) continue;
    found.add(joined);
    const bare = nameWithoutFolder(name);
    queue.push(openForAllow(list) ?? [], openForRestriction(list) ?? [], isAssignment(name) ? rest : [bare, ...rest]);
  }
  return new Set([text, written, ...textsForAllow(piece), ...found]);
}

/** True if the fixed parts of a pattern occur in the command in the same order. */
function isMentioned(pattern: CommandPattern, command: string): boolean {
  const parts = pattern.kind === 'wildcard' ? (pattern.shapes[0] ?? []) : [pattern.text];
  let at = 0;
  for (const part of parts.map((one) => one.trim())) {
    const found = command.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return /[\p{L}\p{N}]/u.test(parts.join(''));
}
