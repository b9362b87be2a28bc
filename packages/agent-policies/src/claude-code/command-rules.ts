import type { ClaudeRule } from './claude-rules.ts';
import type { CommandPiece } from './command-pieces.ts';
import { nameWithoutFolder, openForAllow, openForRestriction } from './command-wrappers.ts';
import { namesWholeTool } from './server-rules.ts';
import { matchesWildcard } from './wildcard.ts';

/** Variables that may be set before a command that an allow rule covers. Others are not recorded as harmless. */
const harmlessVariables = new Set(['NODE_ENV']);

/** True if an allow rule covers a piece: exactly, or through a wrapper that Claude Code strips. */
export function allowsPiece(rule: ClaudeRule, piece: CommandPiece): boolean {
  const { specifier } = rule;
  if (rule.tool !== 'Bash' || specifier === undefined || specifier.includes('\\*') || piece.words.length === 0)
    return false;
  const pattern = patternOf(rule, specifier);
  const { assignments, words, text, prefix } = piece;
  const isHarmless = assignments.every(({ name, isPlain }) => isPlain && harmlessVariables.has(name));
  const ahead = [...(prefix === '' ? [] : [prefix]), ...assignments.map((one) => one.text)].join(' ');
  if (ahead !== '' && assignments.every(({ isPlain }) => isPlain) && matchesText(pattern, `${ahead} ${text}`))
    return true;
  if (!isHarmless) return false;
  if (matchesText(pattern, text)) return true;
  let inner: readonly string[] | undefined = words.map(({ value }) => value);
  for (; inner !== undefined; inner = openForAllow(inner)) {
    if (matchesWords(pattern, inner)) return true;
    const isBare = words.slice(-inner.length).every((word) => word.isBare);
    if (isBare && inner.length < words.length && matchesText(pattern, inner.join(' '))) return true;
  }
  return false;
}

/** True if a deny or ask rule reaches a piece: as written, with blanks folded, or behind wrappers and folders. */
export function restrictsPiece(rule: ClaudeRule, piece: CommandPiece): boolean {
  if (rule.tool !== 'Bash' || rule.specifier === undefined || piece.words.length === 0) return false;
  const pattern = patternOf(rule, rule.specifier);
  const { texts, words } = restrictedForms(piece);
  return texts.some((text) => matchesText(pattern, text)) || words.some((inner) => matchesWords(pattern, inner));
}

/** A piece as deny and ask rules see it: its texts, and its words behind each wrapper. */
interface RestrictedForms {
  readonly texts: readonly string[];
  readonly words: readonly (readonly string[])[];
}

const restricted = new WeakMap<CommandPiece, RestrictedForms>();

function restrictedForms(piece: CommandPiece): RestrictedForms {
  const known = restricted.get(piece);
  if (known !== undefined) return known;
  const { text, assignments } = piece;
  const written = assignments.map((one) => one.text).join(' ');
  const words: (readonly string[])[] = [];
  let inner: readonly string[] | undefined = piece.words.map(({ value }) => value);
  for (; inner !== undefined; inner = openForRestriction(inner)) {
    const [name = '', ...rest] = inner;
    words.push(inner, [nameWithoutFolder(name), ...rest]);
  }
  const texts = [text, ...(written === '' ? [] : [`${written} ${text}`]), ...words.map((one) => one.join(' '))];
  const forms = { texts: [...new Set(texts)], words };
  restricted.set(piece, forms);
  return forms;
}

/** True for a rule for all of Bash. */
export function isWholeBash(rule: ClaudeRule): boolean {
  return namesWholeTool(rule, 'Bash');
}

/** What a command must look like: a text, a text and anything after it, or a text with stars. */
type Pattern =
  | { readonly kind: 'exact' | 'wildcard'; readonly text: string }
  | { readonly kind: 'prefix'; readonly text: string; readonly words: readonly string[] };

const patterns = new WeakMap<ClaudeRule, Pattern>();

function patternOf(rule: ClaudeRule, specifier: string): Pattern {
  const known = patterns.get(rule) ?? readPattern(specifier);
  patterns.set(rule, known);
  return known;
}

/** `:*` and a blank with a star mean the same at the end; anywhere else the colon is a colon. */
function readPattern(specifier: string): Pattern {
  const text = specifier.trim();
  const [, start] = /^(.*\S)(?::| )\*$/s.exec(text) ?? [];
  if (start !== undefined && (text.endsWith(':*') || !start.includes('*')))
    return { kind: 'prefix', text: start, words: start.split(/\s+/) };
  return { kind: text.includes('*') ? 'wildcard' : 'exact', text };
}

function matchesText(pattern: Pattern, command: string): boolean {
  if (pattern.kind === 'exact') return command === pattern.text;
  if (pattern.kind === 'wildcard') return matchesWildcard(pattern.text, command);
  return command === pattern.text || command.startsWith(`${pattern.text} `);
}

function matchesWords(pattern: Pattern, words: readonly string[]): boolean {
  return pattern.kind === 'prefix' && pattern.words.every((word, index) => word === words[index]);
}
