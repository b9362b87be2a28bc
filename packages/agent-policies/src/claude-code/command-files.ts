import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { type FileArgument, fileArguments, isInPlace } from './file-arguments.ts';
import { protectionOf } from './judge-file.ts';
import { isInFolders, matchesPathRule } from './path-rules.ts';
import { absolutePath, parentOf } from './paths.ts';

/** What the files of a command mean for its permission. */
export interface CommandFiles {
  readonly denied: ReadonlySet<ClaudeRule>;
  readonly asked: ReadonlySet<ClaudeRule>;
  /** Sentence about a file that a rule may deny, where that is not recorded. */
  readonly unsettledDenial: string | undefined;
  readonly protectedFile: string | undefined;
  readonly questions: readonly UnopenedFile[];
  /** Pieces that only change files which the mode allows to change. */
  readonly allowedEdits: ReadonlySet<CommandPiece>;
}

/** A file that neither the mode, the working folders nor a path rule opens. */
export interface UnopenedFile {
  readonly piece: CommandPiece;
  readonly text: string;
  /** True if Claude Code asks even where a rule allows the piece; false where that is not recorded. */
  readonly isSettled: boolean;
}

/** Applies path rules and working folders to the files of a command. */
export function commandFilesOf(session: ClaudeSession, pieces: readonly CommandPiece[]): CommandFiles {
  const reader = new FileReader(session, basesOf(session, pieces));
  for (const piece of pieces) reader.add(piece);
  return reader;
}

/** Folders that relative paths may start at: the session's, and those that `cd` leads to. */
function basesOf({ start, home }: ClaudeSession, pieces: readonly CommandPiece[]): readonly string[] {
  const bases = new Set([start]);
  let current = start;
  for (const { words } of pieces) {
    if (words[0]?.value !== 'cd' || bases.size > 20) continue;
    current = absolutePath(words[1]?.value ?? '~', current, home);
    bases.add(current);
  }
  return [...bases];
}

class FileReader implements CommandFiles {
  readonly denied = new Set<ClaudeRule>();
  readonly asked = new Set<ClaudeRule>();
  readonly allowedEdits = new Set<CommandPiece>();
  unsettledDenial: string | undefined;
  protectedFile: string | undefined;
  readonly questions: UnopenedFile[] = [];
  private readonly session: ClaudeSession;
  private readonly bases: readonly string[];

  constructor(session: ClaudeSession, bases: readonly string[]) {
    this.session = session;
    this.bases = bases;
  }

  add(piece: CommandPiece): void {
    const files = fileArguments(piece);
    let isFree = true;
    for (const file of files) {
      for (const path of this.pathsOf(file.word)) {
        if (!piece.isNested && !file.word.isGlob) this.restrict(file, path);
        const isOpen = this.admits(file, path);
        isFree &&= isOpen;
        if (!isOpen) this.question(piece, file, path);
      }
    }
    if (piece.words[0]?.value === 'cd' && piece.words.length === 1)
      this.questions.push({ piece, text: '~', isSettled: false });
    if (isFree && this.isPlainEdit(piece, files)) this.allowedEdits.add(piece);
  }

  private pathsOf({ value, isGlob }: CommandWord): readonly string[] {
    const fixed = isGlob
      ? parentOf(`./${value.slice(0, value.search(/[*?[]/))}x`)
      : value.replace(/^\$\{?HOME\}?(?=\/|$)/, '~');
    return [...new Set(this.bases.map((base) => absolutePath(fixed, base, this.session.home)))];
  }

  /** Applies deny and ask rules to a file. A question about reading is not asked for commands. */
  private restrict({ access, isRecorded, isRedirect, word }: FileArgument, path: string): void {
    const { session } = this;
    const of = (rules: readonly ClaudeRule[], tool: 'Read' | 'Edit') =>
      rules.filter((rule) => matchesPathRule(session, rule, { tool, path }));
    const reads = access === 'write' && isRedirect ? [] : of(session.deny, 'Read');
    const edits = access === 'read' ? [] : of(session.deny, 'Edit');
    const certain = isRecorded ? [...(access === 'write' ? [] : reads), ...edits] : [];
    for (const rule of certain) this.denied.add(rule);
    if (reads.length + edits.length > certain.length)
      this.unsettledDenial ??= `Whether Claude Code applies path rules to '${word.text}' of this program is not recorded.`;
    if (access !== 'read') for (const rule of of(session.ask, 'Edit')) this.asked.add(rule);
  }

  /** True if a file may be read or changed without a question. */
  private admits({ access, word }: FileArgument, path: string): boolean {
    const { session } = this;
    const isInside = isInFolders(session, path);
    if (access === 'read') return isInside || this.isAllowed('Read', path);
    const protection = protectionOf(session, path);
    this.protectedFile ??= protection;
    const isFree = protection === undefined && isInside && path !== session.start && !word.isGlob;
    return isFree && (session.mode === 'acceptEdits' || session.mode === 'auto');
  }

  private isAllowed(tool: 'Read' | 'Edit', path: string): boolean {
    return this.session.allow.some((rule) => matchesPathRule(this.session, rule, { tool, path }));
  }

  /** Recorded: a redirection is asked for in spite of a rule for its command. */
  private question(piece: CommandPiece, { word, access, isRedirect }: FileArgument, path: string): void {
    const isSettled = isRedirect && (access === 'read' || !this.isAllowed('Edit', path));
    this.questions.push({ piece, text: word.text, isSettled });
  }

  /** True for the commands that the mode acceptEdits allows in the working folders. */
  private isPlainEdit({ words, prefix, assignments }: CommandPiece, files: readonly FileArgument[]): boolean {
    const { mode } = this.session;
    const [program, ...rest] = words;
    if ((mode !== 'acceptEdits' && mode !== 'auto') || program?.isBare !== true || files.length === 0) return false;
    if (prefix !== '' || assignments.length > 0 || words.some((word) => word.isGlob || !word.isKnown)) return false;
    if (rest.some(({ value }) => value.startsWith('-') && !/^(-[A-Za-z]+|--[a-z-]*)$/.test(value))) return false;
    if (['touch', 'mkdir', 'rm', 'cp', 'mv'].includes(program.value)) return true;
    return (
      program.value === 'sed' &&
      isInPlace(rest) &&
      rest.some(({ value }) => /^s([/|#,])[^/|#,\\]*\1[^/|#,\\]*\1[gIip]?$/.test(value))
    );
  }
}
