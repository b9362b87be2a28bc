import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { nameWithoutFolder, openForRestriction } from './command-wrappers.ts';

/** A file that a piece touches, as far as Claude Code knows its program. */
export interface FileArgument {
  readonly word: CommandWord;
  /** `copy` for programs of which it is not recorded which of their files they only read. */
  readonly access: 'read' | 'write' | 'copy';
  /** False if it is not recorded whether Claude Code knows that this program touches the file. */
  readonly isRecorded: boolean;
  /** True for a file that the shell opens. */
  readonly isRedirect: boolean;
}

/** Programs whose plain arguments are files that they read. */
const readers = words('cat head tail tac wc stat sort diff base64 ls cd');
/** Programs whose first plain argument is a pattern or a script, the others files that they read. */
const searchers = words('grep rg sed awk jq');
const writers = words('touch mkdir rm tee');
const copiers = words('cp mv');
const maybeReaders = words(
  `less more bat nl od xxd hexdump strings uniq cut paste column file fold fmt expand pr split shuf comm join cmp tree
  md5sum sha1sum sha256sum source . vi vim nano view zcat egrep fgrep`,
);
const maybeWriters = words('rmdir install rsync shred unlink split');

/** Files among the arguments and redirections of a piece. */
export function fileArguments(piece: CommandPiece): readonly FileArgument[] {
  const opened = piece.redirects.map(({ word, access }) => ({ word, access, isRecorded: true, isRedirect: true }));
  const program = programOf(piece);
  return program.length === 0 ? opened : [...opened, ...argumentsOf(program)];
}

/** Program and arguments of a piece, behind the wrappers through which Claude Code looks, `xargs` excepted. */
function programOf({ words: all }: CommandPiece): readonly CommandWord[] {
  let inner = all;
  for (;;) {
    const values = inner.map(({ value }) => value);
    if (nameWithoutFolder(values[0] ?? '') === 'xargs') return [];
    const next = openForRestriction(values);
    if (next === undefined) return inner;
    inner = inner.slice(-next.length);
  }
}

function argumentsOf([program, ...rest]: readonly CommandWord[]): readonly FileArgument[] {
  const name = nameWithoutFolder(program?.value ?? '');
  const plain = plainArguments(rest);
  const as = (access: FileArgument['access'], files: readonly CommandWord[], isRecorded = true) =>
    files.map((word) => ({ word, access, isRecorded, isRedirect: false }));
  if (name === 'sed' && isInPlace(rest)) return as('write', afterScript(rest));
  if (readers.has(name)) return as('read', plain);
  if (searchers.has(name)) return as('read', afterScript(rest));
  if (name === 'find') return as('read', beforeExpression(rest));
  if (name === 'git' && rest[0]?.value === 'diff' && rest.some(({ value }) => value === '--no-index'))
    return as('read', plainArguments(rest.slice(1)));
  if (writers.has(name)) return as('write', plain);
  if (copiers.has(name)) return as('copy', plain);
  if (maybeReaders.has(name)) return as('read', plain, false);
  return maybeWriters.has(name) ? as('write', plain, false) : [];
}

/** True if `sed` changes its files. */
export function isInPlace(rest: readonly CommandWord[]): boolean {
  return rest.some(({ value }) => /^(-[A-Za-z]*i|--in-place)/.test(value));
}

function plainArguments(rest: readonly CommandWord[]): readonly CommandWord[] {
  const end = rest.findIndex(({ value }) => value === '--');
  const isOption = ({ value }: CommandWord) => value.startsWith('-');
  if (end === -1) return rest.filter((word) => !isOption(word));
  return [...rest.slice(0, end).filter((word) => !isOption(word)), ...rest.slice(end + 1)];
}

function afterScript(rest: readonly CommandWord[]): readonly CommandWord[] {
  const hasScript = rest.some(({ value }) => /^(-[ef]|--(expression|regexp|file|from-file))/.test(value));
  return plainArguments(rest).slice(hasScript ? 0 : 1);
}

function beforeExpression(rest: readonly CommandWord[]): readonly CommandWord[] {
  const end = rest.findIndex(({ value }) => /^[-(!]/.test(value));
  return rest.slice(0, end === -1 ? rest.length : end);
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
