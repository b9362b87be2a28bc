import type { Assignment, DoubleQuotedChild, ParameterExpansionPart, Word, WordPart } from 'unbash';
import type { ShellWord } from '../analysis.ts';
import { type NodeRange, refuseDoubled, unreadable } from './source.ts';
import { inSubshell, type Walk } from './walk.ts';

/**
 * @internal Interprets a word in the same way as the shell: returns its literal text, or the part that is certain. Also
 * walks the word's substitutions.
 */
export function readWord(walk: Walk, word: Word): ShellWord {
  const builder = new WordBuilder();
  for (const part of wordParts(word)) addPart(walk, builder, part);
  const { text } = word;
  if (text !== '{}') openUnquoted(walk, builder, word);
  return { value: builder.value, text, kind: builder.kind };
}

/** @internal Interprets an argument of the form `name=value`, which the parser treats as an assignment. */
export function readArgument(walk: Walk, argument: Word | Assignment): ShellWord {
  if (argument.type === 'Word') return readWord(walk, argument);
  const { value, index, text } = argument;
  if (value.type === 'ArrayValue' || index !== undefined) unreadable(walk, argument, 'an array');
  const read = readWord(walk, value as Word);
  const start = `${argument.name}${argument.append === true ? '+' : ''}=`;
  return { value: start + read.value, text, kind: read.kind };
}

type Kind = ShellWord['kind'];
const kinds: readonly Kind[] = ['literal', 'one', 'names', 'many'];

class WordBuilder {
  value = '';
  kind: Kind = 'literal';

  add(text: string): void {
    if (this.kind === 'literal') this.value += text;
  }

  open(kind: Kind): void {
    if (kinds.indexOf(kind) > kinds.indexOf(this.kind)) this.kind = kind;
  }

  /** Marks everything from an unquoted character onwards as not fixed. */
  openFrom(start: number, kind: Kind): void {
    this.value = this.value.slice(0, start);
    this.open(kind);
  }
}

/** @internal Returns the parts of a word; a word without parts is literal, apart from backslashes. */
export function wordParts(word: Word): readonly WordPart[] {
  const { parts, pos, end, text, value } = word;
  return parts ?? [{ type: 'Literal', pos, end, text, value }];
}

function addPart(walk: Walk, builder: WordBuilder, part: WordPart): void {
  switch (part.type) {
    case 'Literal':
      // The parser does not recognise a process substitution that directly follows a number.
      if (/[<>]\(/.test(part.text)) unreadable(walk, part, 'a process substitution that is part of a word');
      builder.add(part.value);
      break;
    case 'SingleQuoted':
      builder.add(part.value);
      break;
    case 'AnsiCQuoted':
      addAnsi(walk, builder, part);
      break;
    case 'DoubleQuoted':
      refuseInnerQuotes(walk, part);
      for (const child of part.parts) addQuoted(walk, builder, child);
      break;
    case 'LocaleString':
      if (walk.shell === 'sh') unreadable(walk, part, `$"…", which 'sh' reads differently`);
      for (const child of part.parts) addQuoted(walk, builder, child);
      builder.openFrom(0, 'one');
      break;
    case 'Glob':
    case 'BraceExpansion':
      builder.open('names');
      for (const inner of part.parts ?? []) addPart(walk, builder, inner);
      break;
    case 'ProcessSubstitution':
      checkProcess(walk, part);
      walkNested(walk, part);
      builder.add('/dev/fd/');
      builder.open('one');
      break;
    case 'ExtendedGlob':
      unreadable(walk, part, 'an extended pattern, whose meaning depends on an option of the shell');
      break;
    default:
      addExpansion(walk, builder, { part, kind: 'many' });
      break;
  }
}

/**
 * Refuses quotes inside some quoted expansions: Bash expands braces before it knows that a quote belongs to an
 * expansion other than `$(…)` in these quotes, and may first remove the quote after a `$`.
 */
function refuseInnerQuotes(walk: Walk, { parts }: Extract<WordPart, { type: 'DoubleQuoted' }>): void {
  for (const part of parts)
    if (/^(?:`|\$\{)/.test(part.text) && /[^\\]"/.test(part.text) && /[^$]\{|\$"/.test(part.text))
      unreadable(walk, part, 'quotes together with braces or a dollar sign inside a quoted expansion');
}

/**
 * Refuses a process substitution that is directly attached to other text; the parser treats such a substitution as a
 * separate word.
 */
function checkProcess(walk: Walk, part: NodeRange): void {
  const { text } = walk.source;
  if (walk.shell === 'sh') unreadable(walk, part, "a process substitution, which 'sh' does not have");
  const isAlone = [text[part.pos - 1], text[part.end]].every((one) => one === undefined || /[;&|\s]/.test(one));
  if (!isAlone || text[part.pos - 2] === '\\') unreadable(walk, part, 'a process substitution that is part of a word');
}

function addQuoted(walk: Walk, builder: WordBuilder, part: DoubleQuotedChild): void {
  if (part.type !== 'Literal') {
    addExpansion(walk, builder, { part, kind: isList(part) ? 'many' : 'one' });
    return;
  }
  if (walk.shell === 'zsh' && /(?<!\\)\$/.test(part.text))
    unreadable(walk, part, "a '$' that zsh may read as an expansion");
  builder.add(part.value);
}

/** True for `"$@"` and `"${a[@]}"`, which expand to any number of words despite the quotes. */
function isList(part: Exclude<DoubleQuotedChild, { type: 'Literal' }>): boolean {
  return part.text.includes('@');
}

type Expansion = Exclude<DoubleQuotedChild, { type: 'Literal' }>;

function addExpansion(
  walk: Walk,
  builder: WordBuilder,
  { part, kind }: { readonly part: Expansion; readonly kind: Kind },
): void {
  switch (part.type) {
    case 'SimpleExpansion':
      break;
    case 'ParameterExpansion':
      readParameter(walk, part as ParameterExpansionPart);
      break;
    case 'CommandExpansion':
      walkNested(walk, part);
      break;
    case 'ArithmeticExpansion':
      // The text in a variable is evaluated, and can contain a substitution; plain numbers are safe.
      if (!/^\$\(\([\s\d+\-*/%()<>=!&|^~?:,]*\)\)$/.test(part.text))
        unreadable(walk, part, 'arithmetic with more than plain numbers');
      break;
    default:
      unreadable(walk, part, 'an unknown kind of expansion');
  }
  builder.open(kind);
}

/** Walks the words in `${…}`, and refuses the forms that evaluate text or change a variable. */
function readParameter(walk: Walk, part: ParameterExpansionPart): void {
  const { parameter, prefix, index, operation } = part;
  if (!/^(?:\w+|[@*#?$!-])$/.test(parameter)) unreadable(walk, part, 'an expansion without a plain name');
  if (prefix === '!') unreadable(walk, part, 'an indirect expansion');
  if (index !== undefined && !/^(?:\d+|[@*])$/.test(index.text)) unreadable(walk, part, 'an index that is evaluated');
  if (walk.shell === 'sh' && (index !== undefined || !isPosix(operation?.type)))
    unreadable(walk, part, "an expansion that 'sh' does not have");
  switch (operation?.type) {
    case undefined:
      break;
    case 'Default':
      if (operation.operator.endsWith('=')) unreadable(walk, part, 'an expansion that sets a variable');
      readOperands(walk, [operation.operand]);
      break;
    case 'Remove':
    case 'CaseModification':
      readOperands(walk, [operation.operand]);
      break;
    case 'Replace':
      // The parser treats a slash in a substitution as the end of the pattern.
      if (/\$\(|`|[<>]\(/.test(part.text)) unreadable(walk, part, 'a substitution in a pattern or replacement');
      readOperands(walk, [operation.pattern, operation.replacement]);
      break;
    case 'Slice':
      if (![operation.offset, operation.length].every((word) => word === undefined || /^\s*-?\d*\s*$/.test(word.text)))
        unreadable(walk, part, 'an offset that is evaluated');
      break;
    default:
      unreadable(walk, part, 'an expansion that evaluates the value of a variable');
      break;
  }
}

function isPosix(operation: string | undefined): boolean {
  return operation === undefined || operation === 'Default' || operation === 'Remove';
}

function readOperands(walk: Walk, words: readonly (Word | undefined)[]): void {
  for (const word of words) if (word !== undefined) readWord(walk, word);
}

function walkNested(walk: Walk, part: Extract<WordPart, { type: 'CommandExpansion' | 'ProcessSubstitution' }>): void {
  const { script } = part;
  if (script === undefined) unreadable(walk, part, 'a substitution that cannot be parsed');
  if (part.text.startsWith('${')) unreadable(walk, part, 'a substitution that only bash 5.3 has');
  refuseDoubled(walk, part);
  if (part.text.startsWith('`') && (walk.shell === 'zsh' ? /\\/ : /\\\n/).test(part.text))
    unreadable(walk, part, 'backticks with backslashes that shells read differently');
  // Text in backticks that contains backslashes has a separate source.
  const source =
    script.source === undefined ? walk.source : { text: script.source, fixedAt: walk.source.fixedAt ?? part.pos };
  const inner: Walk = { ...walk, source, hereDocuments: script.commands.length === 1 ? 'alone' : 'nowhere' };
  inSubshell(inner, () => walk.walkScript(inner, script));
}

/**
 * Adds a `$'…'` string: the parser and shells differ in rare escapes, sh does not support such strings, and bytes above
 * 127 and control characters produce a different word from the one shown.
 */
function addAnsi(walk: Walk, builder: WordBuilder, part: Extract<WordPart, { type: 'AnsiCQuoted' }>): void {
  const { text, value } = part;
  const isAlike = walk.shell !== 'sh' && !/\\(?![abefnrtv'"]|[0-7]|x[\da-fA-F])/.test(text.replaceAll('\\\\', ''));
  const isByte = /[^\0-\x7f]/.test(value) && !/[^\0-\x7f]/.test(text);
  if (!isAlike || isByte || /(?![\t\n])\p{Cc}/u.test(value))
    unreadable(walk, part, "an escape in $'…' that shells read differently");
  builder.add(value);
}

/**
 * Marks the word as not fixed at unquoted braces and tildes, which the parser treats as literal text in some positions.
 */
function openUnquoted(walk: Walk, builder: WordBuilder, word: Word): void {
  // Without a comma or dots, braces can have a meaning only in zsh, and even there, `{}` has none. Broken lines hide
  // `{fd}>`.
  const canExpand = walk.shell === 'zsh' ? word.text.replaceAll('{}', '').includes('{') : /,|\.\.|\\\n/.test(word.text);
  if (canExpand && hasUnquoted(word, '{')) builder.openFrom(sharedStart(word), 'names');
  if (wordParts(word).some((part, index) => part.type === 'Literal' && hasTilde(part.text, index === 0)))
    builder.openFrom(0, 'one');
  if (walk.shell === 'zsh') refuseInZsh(walk, word);
}

function hasUnquoted(word: Word, characters: string): boolean {
  return wordParts(word).some((part) => part.type === 'Literal' && indexOfUnquoted(part.text, characters) >= 0);
}

function indexOfUnquoted(text: string, characters: string): number {
  for (let index = 0; index < text.length; index++) {
    if (text[index] === '\\') index++;
    else if (characters.includes(text[index] as string)) return index;
  }
  return -1;
}

/** Returns the length of the literal text before the first brace, which all words produced by the braces share. */
function sharedStart(word: Word): number {
  const [first] = wordParts(word);
  if (first?.type !== 'Literal') return 0;
  const index = indexOfUnquoted(first.text, '{');
  const start = index < 0 ? first.text : first.text.slice(0, index);
  return start.includes('\\') ? 0 : start.length;
}

/** True if the text contains a tilde that is expanded: at the start of a word, or after `=` or `:`. */
function hasTilde(source: string, isStart: boolean): boolean {
  const text = source.replaceAll('\\\n', '');
  return (isStart && text.startsWith('~')) || /(?<!\\)[=:]~/.test(text);
}

/** Refuses unquoted characters that zsh, unlike bash, expands or interprets as the end of a group. */
function refuseInZsh(walk: Walk, word: Word): void {
  const text = word.text.replaceAll('\\\n', '');
  if (/^=./s.test(text)) unreadable(walk, word, "a word that begins with '=', which zsh replaces with a path");
  if (/^[{}]$/.test(text)) unreadable(walk, word, 'a brace that zsh treats as the start or end of a group');
  if (hasUnquoted(word, '^#$') || hasSubscript(text))
    unreadable(walk, word, 'a pattern or an expansion that zsh reads differently');
}

/** @internal True if zsh evaluates an index in text that is not single-quoted. */
export function hasSubscript(text: string): boolean {
  return /\$(?:\w+|[@*#?$!-])\[/.test(text);
}
