import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import type { CommandPiece } from './command-pieces.ts';
import type { CommandWord } from './command-word.ts';
import { type FileArgument, fileArguments, isInPlace } from './file-arguments.ts';
import { protectionOf } from './judge-file.ts';
import { isInFolders, rulesForPath } from './path-rules.ts';
import { absolutePath, parentOf } from './paths.ts';

/** What the files of a command mean for its permission. */
export interface CommandFiles {
  readonly denied: ReadonlySet<ClaudeRule>;
  readonly asked: ReadonlySet<ClaudeRule>;
  /** Sentence about a file that a rule may deny, where that is not recorded. */
  readonly unsettledDenial: string | undefined;
  /** Sentence about a file that the session may not touch unasked. */
  readonly outside: string | undefined;
  readonly protectedFile: string | undefined;
  /** Sentence about a change that a rule allows, where it is not recorded whether that is enough. */
  readonly unsettledWrite: string | undefined;
  /** Pieces that only change files which the mode allows to change. */
  readonly allowedEdits: ReadonlySet<CommandPiece>;
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
  outside: string | undefined;
  protectedFile: string | undefined;
  unsettledWrite: string | undefined;
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
        isFree = this.admit(file, path) && isFree;
      }
    }
    if (piece.words[0]?.value === 'cd' && piece.words.length === 1) this.outside ??= this.describe('~');
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
    const of = (rules: readonly ClaudeRule[], tool: 'Read' | 'Edit') => rulesForPath(session, { rules, tool, path });
    const reads = access === 'write' && isRedirect ? [] : of(session.deny, 'Read');
    const edits = access === 'read' ? [] : of(session.deny, 'Edit');
    const certain = isRecorded ? [...(access === 'write' ? [] : reads), ...edits] : [];
    for (const rule of certain) this.denied.add(rule);
    if (reads.length + edits.length > certain.length)
      this.unsettledDenial ??= `Whether Claude Code applies path rules to '${word.text}' of this program is not recorded.`;
    if (access !== 'read') for (const rule of of(session.ask, 'Edit')) this.asked.add(rule);
  }

  /** True if a file may be read or changed without a question. */
  private admit({ access, word, isRedirect }: FileArgument, path: string): boolean {
    const { session } = this;
    const allows = (tool: 'Read' | 'Edit') => rulesForPath(session, { rules: session.allow, tool, path }).length > 0;
    const isInside = isInFolders(session, path);
    if (access === 'read') {
      if (isInside || allows('Read')) return true;
      this.outside ??= this.describe(word.text);
      return false;
    }
    this.protectedFile ??= protectionOf(session, path);
    const isFree = this.protectedFile === undefined && isInside && path !== session.start && !word.isGlob;
    if (isFree && (session.mode === 'acceptEdits' || session.mode === 'auto')) return true;
    if (allows('Edit') || (isFree && !isRedirect))
      this.unsettledWrite ??= `Whether Claude Code lets this command change '${word.text}' without a question is not recorded.`;
    else this.outside ??= this.describe(word.text);
    return false;
  }

  private describe(text: string): string {
    return `Claude Code asks before a command touches '${text}', which is outside the working folders or may not be changed.`;
  }

  /** True for the commands that the mode acceptEdits allows in the working folders. */
  private isPlainEdit({ words, prefix, assignments }: CommandPiece, files: readonly FileArgument[]): boolean {
    const { mode } = this.session;
    const [program, ...rest] = words;
    if ((mode !== 'acceptEdits' && mode !== 'auto') || program?.isBare !== true || files.length === 0) return false;
    if (prefix !== '' || assignments.length > 0 || words.some((word) => word.isGlob || !word.isKnown)) return false;
    if (['touch', 'mkdir', 'rm', 'cp', 'mv'].includes(program.value)) return true;
    return (
      program.value === 'sed' &&
      isInPlace(rest) &&
      rest.some(({ value }) => /^s([/|#,])[^/|#,\\]*\1[^/|#,\\]*\1[gIip]?$/.test(value))
    );
  }
}
