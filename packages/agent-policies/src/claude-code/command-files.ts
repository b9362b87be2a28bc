import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { isOpenedInput, isProcessFile } from './device-files.ts';
import { type FileArgument, fileArguments, programOf } from './file-arguments.ts';
import { protectionOf } from './judge-file.ts';
import { isInFolders, matchesPathRule } from './path-rules.ts';
import { absolutePath, parentOf } from './paths.ts';
import { isSubstitutingSed } from './sed-script.ts';

/** Effects that the files in a command have on whether the command is permitted. */
export interface CommandFiles {
  /** Rules that deny one of the files. Ask rules for files are not applied to commands. */
  readonly denied: ReadonlySet<ClaudeRule>;
  readonly protectedFile: string | undefined;
  readonly questions: readonly UnopenedFile[];
  /** Pieces that change only files that the permission mode allows them to change. */
  readonly allowedEdits: ReadonlySet<CommandPiece>;
  /** True if the permission mode allows a change to one of the files. */
  readonly isOfMode: boolean;
  /** Rules that allow a file to be read or changed. */
  readonly openers: ReadonlySet<ClaudeRule>;
}

/** A file to which neither the mode, the working folders nor a path rule gives access. */
export interface UnopenedFile {
  readonly piece: CommandPiece;
  readonly text: string;
  /** True if Claude Code asks even if a rule allows the piece. */
  readonly isSettled: boolean;
}

/** Applies path rules and working folders to the files in a command. */
export function commandFilesOf(session: ClaudeSession, pieces: readonly CommandPiece[]): CommandFiles {
  const reader = new FileReader(session, pieces);
  for (const piece of pieces) reader.add(piece);
  return reader;
}

/** True for a `cd` that leads to a folder other than the session's. */
export function changesFolder({ start, home }: ClaudeSession, { words }: CommandPiece): boolean {
  const [program, target] = words;
  if (program?.value !== 'cd') return false;
  const isFixed = target !== undefined && /^(\/|\.\.?(\/|$))/.test(target.value);
  return !isFixed || absolutePath(target.value, start, home) !== start;
}

class FileReader implements CommandFiles {
  readonly denied = new Set<ClaudeRule>();
  readonly allowedEdits = new Set<CommandPiece>();
  readonly openers = new Set<ClaudeRule>();
  isOfMode = false;
  protectedFile: string | undefined;
  readonly questions: UnopenedFile[] = [];
  private readonly session: ClaudeSession;
  private readonly bases: readonly string[];
  private readonly moves: boolean;
  private readonly hasReadDenial: boolean;

  constructor(session: ClaudeSession, pieces: readonly CommandPiece[]) {
    this.session = session;
    this.moves = pieces.some((piece) => changesFolder(session, piece));
    this.bases = basesOf(session, pieces);
    const entersByName = pieces.some(({ words }) => words[0]?.value === 'cd' && /^[^/.~-]/.test(words[1]?.value ?? ''));
    this.hasReadDenial = entersByName && session.deny.some(({ tool }) => tool === 'Read');
  }

  add(piece: CommandPiece): void {
    const files = fileArguments(piece);
    const isEdit = files.some(({ access }) => access === 'write');
    let isFree = !(isEdit && this.moves);
    for (const file of files) {
      for (const path of this.pathsOf(file.word)) {
        if (!piece.isHidden && isCertain(file.word)) this.restrict(file, path);
        const isOpen = this.admits(file, path);
        isFree &&= isOpen;
        if (!isOpen) this.ask(piece, file.word.text, this.isSettled(file, path));
      }
    }
    const [program, ...rest] = programOf(piece);
    const name = program?.value ?? '';
    if (name === 'cd' && rest.length === 0 && !this.isAllowed('Read', this.session.home ?? '/'))
      this.ask(piece, '~', true);
    const hasOptions = rest.some(({ value }) => value.startsWith('-'));
    const isMoved = this.hasReadDenial && name !== 'cd' && files.some(({ word }) => /^[^/~]/.test(word.value));
    if ((isEdit && this.moves) || isMoved || (/^(cp|mv)$/.test(name) && hasOptions)) this.ask(piece, piece.text, true);
    if (isFree && this.isPlainEdit(piece, files)) this.allowedEdits.add(piece);
  }

  private ask(piece: CommandPiece, text: string, isSettled: boolean): void {
    this.questions.push({ piece, text, isSettled });
  }

  private pathsOf({ value, isGlob }: CommandWord): readonly string[] {
    const fixed = isGlob
      ? parentOf(`./${value.slice(0, value.search(/[*?[]/))}x`)
      : value.replace(/^\$\{?HOME\}?(?=\/|$)/, '~').replace(/^\$PWD(?=\/)/, this.session.start);
    return [...new Set(this.bases.map((base) => absolutePath(fixed, base, this.session.home)))];
  }

  /**
   * Applies deny rules. For names that the shell expands, Claude Code checks only the folder, and only for read access.
   */
  private restrict({ tools, word }: FileArgument, path: string): void {
    const { session } = this;
    for (const tool of tools) {
      if (word.isGlob && tool === 'Edit') continue;
      for (const rule of session.deny) if (matchesPathRule(session, rule, { tool, path })) this.denied.add(rule);
    }
  }

  /** True if a file may be read or changed without asking the user. */
  private admits({ access, word }: FileArgument, path: string): boolean {
    const { session } = this;
    if (isIndirect(word.value) || isOdd(word)) return false;
    const isInside = isInFolders(session, path);
    if (access !== 'write')
      return isOpenedInput(path) || (isInside && !isProcessFile(path)) || this.isAllowed('Read', path);
    const protection = protectionOf(session, path);
    this.protectedFile ??= protection;
    if (protection !== undefined || word.isGlob) return false;
    if (!isInside || (session.mode !== 'acceptEdits' && session.mode !== 'auto')) return this.isAllowed('Edit', path);
    this.isOfMode = true;
    return true;
  }

  private isAllowed(tool: 'Read' | 'Edit', path: string): boolean {
    const opener = this.session.allow.find((rule) => matchesPathRule(this.session, rule, { tool, path }));
    if (opener !== undefined) this.openers.add(opener);
    return opener !== undefined;
  }

  /** A command rule grants access only to the files that the command changes within the working folders. */
  private isSettled({ access, word, isRedirect }: FileArgument, path: string): boolean {
    return (
      access !== 'write' || isRedirect || word.isGlob || isIndirect(word.value) || !isInFolders(this.session, path)
    );
  }

  /** True for the commands that acceptEdits mode allows in the working folders. */
  private isPlainEdit({ words, prefix, assignments }: CommandPiece, files: readonly FileArgument[]): boolean {
    const { mode } = this.session;
    const [program, ...rest] = words;
    if ((mode !== 'acceptEdits' && mode !== 'auto') || program?.isBare !== true || files.length === 0) return false;
    if (prefix !== '' || assignments.length > 0 || words.some((word) => word.isGlob || !word.isKnown)) return false;
    const values = rest.map(({ value }) => value);
    const options = values.filter((value) => value.startsWith('-') && value !== '--');
    if (['rm', 'mkdir', 'rmdir'].includes(program.value))
      return options.every((option) => /^(-[A-Za-z]+|--[a-z-]+)$/.test(option));
    if (['touch', 'cp', 'mv'].includes(program.value)) return options.length === 0;
    return program.value === 'sed' && isSubstitutingSed(values);
  }
}

/**
 * Returns the folders against which relative paths may be resolved: the session's folder, and the folders to which `cd`
 * leads.
 */
function basesOf({ start, home }: ClaudeSession, pieces: readonly CommandPiece[]): readonly string[] {
  const bases = new Set([start]);
  let current = start;
  for (const { words } of pieces) {
    if (!/^(cd|pushd)$/.test(words[0]?.value ?? '') || bases.size > 20) continue;
    current = absolutePath(words[1]?.value ?? '~', current, home);
    bases.add(current);
  }
  return [...bases];
}

/** True for a name that contains characters that a shell may interpret. */
function isOdd({ text, value }: CommandWord): boolean {
  return text.includes('\\') || /^=|^~[^/]|`/.test(value) || /\$/.test(value.replace(/^\$\{?(HOME|PWD)\b/, ''));
}

/**
 * True for a path that Claude Code does not follow, because it goes back up from a folder, as in `src/../.env`, or
 * contains two consecutive slashes.
 */
function isIndirect(path: string): boolean {
  return path.startsWith('//') || /(^|\/)(?!\.\.?(\/|$))[^/]+\/(.*\/)?\.\.(\/|$)/.test(path);
}

/** True if the text of a word shows which file it refers to. */
function isCertain({ value, text, isKnown }: CommandWord): boolean {
  return isKnown || /^\$\{?HOME\}?(\/|$)/.test(value) || /^"\$PWD\/[^$`]*"$/.test(text);
}
