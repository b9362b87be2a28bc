import type { GuardedArgument, ProgramRun, ShellWord } from '../analysis.ts';
import { findFacts } from '../programs/find-facts.ts';
import { foldProgramName } from '../programs/fold-program-name.ts';
import { readProgramArguments } from '../programs/read-program-arguments.ts';
import { enterFolder, isAbsolute, joinFolders, pathFrom } from './folders.ts';
import { recordFile } from './record.ts';
import type { StartedProgram, Walk } from './walk.ts';

/**
 * @internal Adds a program, and the files specified in its arguments, to the lists, according to the facts about the
 * program.
 *
 * @param own - Indexes of the words that are arguments of this program, and not of another program. Default: all words.
 */
export function recordProgram(walk: Walk, started: StartedProgram, own?: readonly number[]): void {
  const { words, node } = started;
  const by = foldProgramName(words[0]?.value ?? '');
  const { guarded, files, folder } = readProgramArguments(
    findFacts(by),
    own === undefined ? words : words.filter((_, index) => own.includes(index)),
  );
  addProgram(walk, started, {
    need: 'rule',
    guarded: own === undefined ? guarded : guarded.map((one) => ({ ...one, index: own[one.index] ?? one.index })),
  });
  const { folders } = walk;
  // Some programs apply such an option only to the paths after it.
  if (folder !== undefined) walk.folders = joinFolders(folders, enterFolder(folders, folder));
  for (const { tool, word } of files) recordFile(walk, { tool, word, node, by });
  walk.folders = folders;
}

/** @internal Adds a program to the list. */
export function addProgram(
  walk: Walk,
  { words, text, position }: StartedProgram,
  more: Pick<ProgramRun, 'need' | 'folder'> & { readonly guarded?: ProgramRun['guarded'] },
): void {
  const guarded = [...(more.guarded ?? []), ...findWindowsOptions(walk, words)];
  walk.programs.push({ words: locateProgram(walk, words), text, position, ...more, guarded });
}

/** Finds words that could be options of a Windows program, such as `/O`; nothing is known about these options here. */
function findWindowsOptions({ shell }: Walk, words: readonly ShellWord[]): readonly GuardedArgument[] {
  if (shell === 'bash' || shell === 'sh' || shell === 'zsh') return [];
  const why = 'could be an option of a Windows program';
  return words.flatMap(({ value }, index) =>
    /^\/\w+(?::|$)/.test(value) && index > 0 ? [{ index, option: '', why }] : [],
  );
}

/** @internal True for a program that is specified by a path relative to the working folder. */
export function isRelative(name: string): boolean {
  return name.includes('/') && !isAbsolute(name);
}

/**
 * Locates a program: after `cd`, a relative path no longer refers to the program meant by a rule with the same text.
 */
function locateProgram({ folders }: Walk, words: readonly ShellWord[]): readonly ShellWord[] {
  const [name, ...rest] = words;
  const folder = folders?.[0] ?? '';
  if (name === undefined || folder === '' || !isRelative(name.value)) return words;
  return [{ ...name, value: tidy(pathFrom(folder, name.value)) }, ...rest];
}

function tidy(path: string): string {
  const kept: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '.' || (segment === '' && kept.length > 0)) continue;
    if (segment === '..' && kept.length > 0 && kept.at(-1) !== '..') kept.pop();
    else kept.push(segment);
  }
  const joined = kept.join('/');
  return /^(?:\/|\.\.)/.test(joined) || isAbsolute(joined) ? joined : `./${joined}`;
}
