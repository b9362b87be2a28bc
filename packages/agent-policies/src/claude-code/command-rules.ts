import type { ClaudeRule } from './claude-rules.ts';
import { type CommandPattern, matchesCommand, namesCommand, readCommandPattern } from './command-pattern.ts';
import type { CommandPiece, ParsedCommand } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { isAssignment, nameWithoutFolder, openForAllow, openForRestriction } from './command-wrappers.ts';
import { isHarmlessVariable } from './harmless-variables.ts';
import { namesWholeTool } from './server-rules.ts';

/** True if an allow rule covers a piece, behind harmless variables and the wrappers that Claude Code strips. */
export function allowsPiece(rule: ClaudeRule, piece: CommandPiece): boolean {
  const pattern = patternOf(rule);
  return pattern !== undefined && textsForAllow(piece).some((text) => matchesCommand(pattern, text, 'allow'));
}

/** True if an allow rule names the whole command, so that its pieces do not matter. */
export function allowsWhole(rule: ClaudeRule, command: string): boolean {
  const pattern = patternOf(rule);
  return pattern !== undefined && namesCommand(pattern, command.trim());
}

/** A command that deny and ask rules are applied to. */
interface RestrictedCommand {
  readonly command: string;
  readonly parsed: ParsedCommand;
  readonly home: string | undefined;
}

/** True if a deny or ask rule reaches a command: as a whole, in a piece, or in a text that nobody can read. */
export function restrictsCommand(rule: ClaudeRule, { command, parsed, home }: RestrictedCommand): boolean {
  const pattern = patternOf(rule);
  if (pattern === undefined) return false;
  const matches = (text: string) =>
    matchesCommand(pattern, text, rule.list) ||
    (home !== undefined && text.includes('$HOME') && matchesCommand(pattern, withHome(text, home), rule.list));
  return (
    (rule.list === 'deny' && namesCommand(pattern, command.trim())) ||
    parsed.others.some(matches) ||
    parsed.pieces.some((piece) => [...textsForRestriction(piece)].some(matches)) ||
    (parsed.isFaulty && isMentioned(pattern, command))
  );
}

/** True for a rule for all of Bash. */
export function isWholeBash(rule: ClaudeRule): boolean {
  return namesWholeTool(rule, 'Bash');
}

const patterns = new WeakMap<ClaudeRule, CommandPattern>();

function patternOf(rule: ClaudeRule): CommandPattern | undefined {
  if (rule.tool !== 'Bash' || rule.specifier === undefined) return undefined;
  const pattern = patterns.get(rule) ?? readCommandPattern(rule.specifier);
  patterns.set(rule, pattern);
  return pattern;
}

/** Remembers what is made of a piece, because many rules look at the same one. */
function oncePerPiece<Result>(make: (piece: CommandPiece) => Result): (piece: CommandPiece) => Result {
  const made = new WeakMap<CommandPiece, Result>();
  return (piece) => {
    const known = made.get(piece) ?? make(piece);
    made.set(piece, known);
    return known;
  };
}

const textsForAllow = oncePerPiece(listTextsForAllow);
const textsForRestriction = oncePerPiece(listTextsForRestriction);

/** Texts of a piece that an allow rule may match. */
function listTextsForAllow({ words, text, assignments, prefix }: CommandPiece): readonly string[] {
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

/** Claude Code knows what this variable holds. */
function withHome(text: string, home: string): string {
  return text.replaceAll(/(?<= )\$HOME(?=[/ ]|$)/g, home);
}

/** Most wrappers in one another that are looked through. */
const maxWrappers = 40;

/** Texts of a piece that a deny or ask rule may match: with quotes removed, behind wrappers, folders and variables. */
function listTextsForRestriction(piece: CommandPiece): ReadonlySet<string> {
  const { words, text, assignments } = piece;
  if (words.length === 0) return new Set();
  const written = [...assignments.map((one) => one.text), text].join(' ');
  const found = new Set<string>();
  const values = words.map(({ value }) => value);
  // Unquoted variables are left out, and a command inside ends the text.
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

/** True if the fixed texts of a pattern stand in the command in their order. */
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
