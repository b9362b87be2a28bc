import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { nameWithoutFolder, openForRestriction } from './command-wrappers.ts';
import { programFiles } from './program-files.ts';
import { isPrintingSed } from './sed-script.ts';

/** A file that a piece accesses, as far as Claude Code knows the program in the piece. */
export interface FileArgument {
  readonly word: CommandWord;
  readonly access: 'read' | 'write';
  /** Tools whose deny rules apply to the file. */
  readonly tools: readonly ('Read' | 'Edit')[];
  /** True if the shell opens the file. */
  readonly isRedirect: boolean;
}

/** Returns the files among the arguments and redirections of a piece. */
export function fileArguments(piece: CommandPiece): readonly FileArgument[] {
  const opened = piece.redirects.map(
    ({ word, access }): FileArgument => ({
      word,
      access,
      tools: [access === 'read' ? 'Read' : 'Edit'],
      isRedirect: true,
    }),
  );
  const [program, ...rest] = programOf(piece);
  return program === undefined ? opened : [...opened, ...argumentsOf(piece, nameWithoutFolder(program.value), rest)];
}

/** Wrappers after which the files of a program are found. */
const wrappers = /^(time|nohup|timeout|nice|stdbuf|env|command|builtin|noglob)$/;

/** Returns the program and arguments of a piece, without its wrappers. */
export function programOf({ words }: Pick<CommandPiece, 'words'>): readonly CommandWord[] {
  let inner = words;
  for (;;) {
    const values = inner.map(({ value }) => value);
    const next = wrappers.test(nameWithoutFolder(values[0] ?? '')) ? openForRestriction(values) : undefined;
    if (next === undefined || next.length >= inner.length) return inner;
    inner = inner.slice(-next.length);
  }
}

function argumentsOf(piece: CommandPiece, name: string, rest: readonly CommandWord[]): readonly FileArgument[] {
  const files = programFiles.get(name)?.(rest) ?? [];
  const as = (access: FileArgument['access'], tools: FileArgument['tools']) =>
    files.map((word) => ({ word, access, tools, isRedirect: false }));
  if (name === 'cp' || name === 'mv') return copiedFiles(piece, rest, files);
  if (name === 'sed' && !isPrintingSed(rest.map(({ value }) => value))) return as('write', ['Read', 'Edit']);
  return /^(touch|mkdir|rm|rmdir|tee)$/.test(name) ? as('write', ['Edit']) : as('read', ['Read']);
}

/** Returns the sources, the target, and, in case the target is a folder, the paths of the sources inside it. */
function copiedFiles(
  { words, assignments }: CommandPiece,
  rest: readonly CommandWord[],
  files: readonly CommandWord[],
): readonly FileArgument[] {
  const options = rest.filter(({ value }) => value.startsWith('-'));
  const folders = options.flatMap((word) => {
    const [, folder] = /^(?:--target-directory=|-t)(.+)$/.exec(word.value) ?? [];
    return folder === undefined ? [] : [{ ...word, value: folder }];
  });
  const sources = folders.length > 0 ? files : files.slice(0, -1);
  const targets = folders.length > 0 ? folders : files.slice(-1);
  const isPlain = options.every(({ value }) => /^(-[pfinv]+|--)$/.test(value)) && assignments.length === 0;
  const placed = targets.flatMap((target) =>
    sources.map(({ value }) => ({
      ...target,
      value: `${target.value}/${nameWithoutFolder(value.replace(/\/+$/, ''))}`,
    })),
  );
  const as = (words: readonly CommandWord[], tools: FileArgument['tools']) =>
    words.map((word): FileArgument => ({ word, access: 'write', tools, isRedirect: false }));
  // Claude Code distinguishes the source from the target only for a copy without wrappers and variables.
  return [
    ...as(sources, words[0]?.value === 'cp' && isPlain ? ['Read'] : ['Read', 'Edit']),
    ...as([...targets, ...placed], ['Edit']),
  ];
}
