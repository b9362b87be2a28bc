import { liesInside } from '../paths.ts';
import type { ClaudeSession } from './claude-session.ts';
import { type CommandPiece, parseCommandPieces } from './command-pieces.ts';
import { findRestrictions } from './command-rules.ts';
import type { CommandWord } from './command-word.ts';
import { nameWithoutFolder, openForRestriction } from './command-wrappers.ts';
import { programOf } from './file-arguments.ts';
import { plainOperands } from './operands.ts';
import { absolutePath, parentOf } from './paths.ts';

/**
 * Returns a sentence about a removal for which Claude Code asks for permission in every mode, whatever the rules allow.
 */
export function findDangerousRemoval(session: ClaudeSession, pieces: readonly CommandPiece[]): string | undefined {
  const all = [...pieces, ...pieces.flatMap(piecesOfScript)];
  const changesFolder = all.some(({ words }) => words[0]?.value === 'cd');
  for (const piece of all) {
    const [program, ...rest] = programOf(piece);
    const name = nameWithoutFolder(program?.value ?? '');
    if (name !== 'rm' && name !== 'rmdir') continue;
    const isRecursive = rest.some(({ value }) => /^-[a-zA-Z]*[rR]|^--r/.test(value));
    const target = plainOperands(rest).find((word) => isDangerous(session, word, { isRecursive, changesFolder }));
    if (target !== undefined)
      return `Claude Code asks before it removes '${target.text}', regardless of the mode and the rules.`;
  }
  return undefined;
}

/**
 * Returns a sentence about a removal, in a shell script, that a rule denies: Claude Code asks for permission before
 * such a removal.
 */
export function findDeniedRemoval(session: ClaudeSession, pieces: readonly CommandPiece[]): string | undefined {
  for (const piece of pieces.flatMap(piecesOfScript)) {
    if (!isRemoval(piece.words.map(({ value }) => value))) continue;
    const parsed = parseCommandPieces(piece.text);
    const { deny } = session.commands();
    const [rule] = findRestrictions(deny, { command: piece.text, parsed, home: session.home });
    if (rule !== undefined)
      return `Claude Code asks about '${piece.text}' in a script, although '${rule.text}' denies it.`;
  }
  return undefined;
}

/** True for `rm` and `rmdir`, including after `sudo` and the other wrappers. */
function isRemoval(words: readonly string[]): boolean {
  for (let inner: readonly string[] | undefined = words; inner !== undefined; inner = openForRestriction(inner))
    if (/^rm(dir)?$/.test(nameWithoutFolder(inner[0] ?? ''))) return true;
  return false;
}

/** Returns the pieces of a script that is passed to a shell with `-c`. */
function piecesOfScript(piece: CommandPiece): readonly CommandPiece[] {
  const [program, ...rest] = programOf(piece);
  if (!/^(ba|z|da|k|a)?sh$/.test(nameWithoutFolder(program?.value ?? ''))) return [];
  const at = rest.findIndex(({ value }) => /^-[a-z]*c$/.test(value));
  const script = at === -1 ? undefined : rest[at + 1]?.value;
  return script === undefined ? [] : parseCommandPieces(script).pieces;
}

interface Removal {
  readonly isRecursive: boolean;
  readonly changesFolder: boolean;
}

/**
 * True for the root and its entries, the home folder, working folders and the folders above them, and targets that
 * cannot be determined.
 */
function isDangerous(session: ClaudeSession, { value, text, isKnown }: CommandWord, removal: Removal): boolean {
  const path = value.replace(/^\$\{?HOME\}?(?=\/|$)/, '~');
  if (!isKnown && path === value) return isEmptyTarget(text, removal);
  const isRelative = !/^[/~]/.test(path);
  const folder = path.replace(/(\/\*+)+\/*$/, '') || (path.startsWith('/') ? '/' : path);
  const isAllOf = folder !== path || /^\*+$/.test(path);
  const base = /^\*+$/.test(path) ? '.' : folder;
  if (isAllOf && isRelative && removal.changesFolder) return true;
  if (/[*?[]/.test(base)) return false;
  const target = absolutePath(base, session.start, session.home);
  const isTop = target === '/' || parentOf(target) === '/';
  return (
    isTop ||
    target === session.home ||
    [session.start, ...(isAllOf ? session.folders : [])].some((one) => liesInside(target, one))
  );
}

/**
 * True for a target that would refer to the root or to everything if its variable were empty, or that is the output of
 * a command.
 */
function isEmptyTarget(text: string, { isRecursive }: Removal): boolean {
  const bare = text.replace(/["']/g, '');
  if (/^(\$\(|`)/.test(bare)) return isRecursive;
  return /^\$(\w+|\{\w+\})\/(\*|\/|$)/.test(bare);
}
