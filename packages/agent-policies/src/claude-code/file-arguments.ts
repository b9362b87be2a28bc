import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { nameWithoutFolder, openForRestriction } from './command-wrappers.ts';

/** A file that a piece touches, as far as Claude Code knows its program. */
export interface FileArgument {
  readonly word: CommandWord;
  readonly access: 'read' | 'write';
  /** True if denials of reading are applied to it. */
  readonly isRead: boolean;
  /** True for a file that the shell opens. */
  readonly isRedirect: boolean;
}

/** Programs whose plain arguments are files that they read. */
const readers =
  names(`ls cat head tail sort uniq wc file stat diff strings hexdump od base64 nl sha256sum sha1sum md5sum rev
  tsort cut paste column tac fold expand unexpand fmt comm cmp pr numfmt`);
/** Programs whose first plain argument is a pattern or a script, the others files that they read. */
const searchers = names('grep egrep fgrep rg awk gawk mawk nawk jq');
const writers = names('touch mkdir rm rmdir tee');
const copiers = names('cp mv');

/** Wrappers behind which the files of a program are looked for. */
const wrappers = names('time nohup timeout nice stdbuf env command builtin noglob');

/** Files among the arguments and redirections of a piece. */
export function fileArguments(piece: CommandPiece): readonly FileArgument[] {
  const opened = piece.redirects.map(({ word, access }) => ({
    word,
    access,
    isRead: access === 'read',
    isRedirect: true,
  }));
  const program = programOf(piece);
  return program.length === 0 ? opened : [...opened, ...argumentsOf(program)];
}

/** Program and arguments of a piece, behind its wrappers. */
export function programOf({ words }: Pick<CommandPiece, 'words'>): readonly CommandWord[] {
  let inner = words;
  for (;;) {
    const values = inner.map(({ value }) => value);
    const next = wrappers.has(nameWithoutFolder(values[0] ?? '')) ? openForRestriction(values) : undefined;
    if (next === undefined || next.length >= inner.length) return inner;
    inner = inner.slice(-next.length);
  }
}

/** True for a program of whose files Claude Code takes notice. */
export function isFileProgram(name: string): boolean {
  return [readers, searchers, writers, copiers].some((set) => set.has(name)) || /^(sed|tr|find|git)$/.test(name);
}

function argumentsOf([program, ...rest]: readonly CommandWord[]): readonly FileArgument[] {
  const name = nameWithoutFolder(program?.value ?? '');
  const plain = plainArguments(rest);
  const as = (access: FileArgument['access'], files: readonly CommandWord[], isRead = access === 'read') =>
    files.map((word) => ({ word, access, isRead, isRedirect: false }));
  if (name === 'sed') return as(isPrintingSed(rest) ? 'read' : 'write', afterScript(rest), true);
  if (name === 'cd') return as('read', plain.slice(0, 1));
  if (name === 'tr') return as('read', plain.slice(rest.some(({ value }) => /^-.*d/.test(value)) ? 1 : 2));
  if (readers.has(name)) return as('read', plain);
  if (searchers.has(name)) return as('read', afterScript(rest));
  if (name === 'find') return as('read', beforeExpression(rest));
  if (name === 'git' && rest[0]?.value === 'diff') return as('read', plainArguments(rest.slice(1)));
  if (copiers.has(name)) return [...as('write', plain.slice(0, -1), true), ...as('write', plain.slice(-1))];
  return writers.has(name) ? as('write', plain) : [];
}

/** True if `sed` prints lines by number, such as `sed -n 1,5p`. Claude Code takes any other one for a change. */
export function isPrintingSed([option, script, ...files]: readonly CommandWord[]): boolean {
  const isPrint = /^\d+(,\d+)?p(;\d+(,\d+)?p)*$/.test(script?.value ?? '');
  return option?.value === '-n' && isPrint && !files.some(({ value }) => value.startsWith('-'));
}

/** Arguments that are not options. */
export function plainArguments(rest: readonly CommandWord[]): readonly CommandWord[] {
  const end = rest.findIndex(({ value }) => value === '--');
  const isOption = ({ value }: CommandWord) => value.startsWith('-') && value !== '-';
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

function names(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
