import { analyseCommand } from '@modegate/shell-commands';
import type { AgentToolCall } from '../agent-answer.ts';
import { liesInside } from '../paths.ts';
import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import { type CommandFiles, changesFolder, commandFilesOf } from './command-files.ts';
import { type CommandPiece, type ParsedCommand, parseCommandPieces } from './command-pieces.ts';
import { findAllowance, findName, findRestrictions } from './command-rules.ts';
import { findDangerousRemoval, findDeniedRemoval } from './dangerous-removal.ts';
import { programOf } from './file-arguments.ts';
import type { Findings, Otherwise } from './findings.ts';
import { plainOperands } from './operands.ts';
import { absolutePath } from './paths.ts';
import { isReadOnlyPiece } from './read-only-commands.ts';

/**
 * Evaluates a Bash call: checks the command's pieces against rules, and its files against path rules and working
 * folders.
 */
export function judgeClaudeCommand(session: ClaudeSession, { arguments: given }: AgentToolCall): Findings {
  const command = typeof given.command === 'string' ? given.command : '';
  const parsed = parseCommandPieces(command);
  const files = commandFilesOf(session, parsed.pieces);
  const { deny, ask, allow } = session.commands();
  const { whole } = allow;
  const restricted = { command, parsed, home: session.home };
  const denied = new Set([...files.denied, ...findRestrictions(deny, restricted)]);
  const asked = new Set(findRestrictions(ask, restricted));
  const verdict = judgePieces(session, { command, parsed, files });
  const openers = verdict.effect === 'allow' ? files.openers : [];
  const others = [...new Set([...verdict.rules, ...openers])].filter((rule) => !whole.includes(rule));
  return {
    deny: session.deny.filter((rule) => denied.has(rule)),
    ask: session.ask.filter((rule) => asked.has(rule)),
    allow: [...whole, ...others],
    isAllowed: (whole.length > 0 && !verdict.isHeld) || (verdict.effect === 'allow' && others.length > 0),
    isEdit: false,
    unsettledDenial: incompleteness(session, parsed),
    danger: findDangerousRemoval(session, parsed.pieces) ?? findDeniedRemoval(session, parsed.pieces),
    protectedFile: files.protectedFile,
    otherwise: byMode(session, verdict),
  };
}

function incompleteness({ deny, ask }: ClaudeSession, { isIncomplete }: ParsedCommand): string | undefined {
  if (!isIncomplete || deny.length + ask.length === 0) return undefined;
  return 'The command cannot be parsed completely, so a rule that denies it might be missed.';
}

interface Verdict extends Otherwise {
  readonly isOfMode: boolean;
  /** True if Claude Code asks even if a rule allows the whole Bash tool. */
  readonly isHeld: boolean;
  readonly effect: 'allow' | 'ask' | 'unknown';
  /** Allow rules that cover pieces, in the order of the pieces. */
  readonly rules: readonly ClaudeRule[];
}

/** Maximum number of pieces that are checked individually. */
const maxPieces = 50;

interface ReadCommand {
  readonly command: string;
  readonly parsed: ParsedCommand;
  readonly files: CommandFiles;
}

/**
 * Recorded: before running a command in the background, Claude Code asks even if the command would otherwise run
 * without asking, whatever the rules for the whole Bash tool specify.
 */
function judgePieces(session: ClaudeSession, command: ReadCommand): Verdict {
  const verdict = judgeForeground(session, command);
  const { isBackground, pieces } = command.parsed;
  // If no rule applies, a negation or an assignment on its own runs without asking, except in the background.
  const isBare = pieces.every((piece) => piece.prefix === '!' && isReadOnlyPiece({ ...piece, prefix: '' }, false));
  if (!isBackground || (verdict.effect !== 'allow' && !isBare)) return verdict;
  const because = "Claude Code cannot check the command, because of '&', which runs it in the background.";
  return { effect: 'ask', because, isOfMode: false, isHeld: verdict.rules.length === 0, rules: verdict.rules };
}

function judgeForeground(session: ClaudeSession, { command, parsed, files }: ReadCommand): Verdict {
  const rules = new Set<ClaudeRule>();
  const covered = new Set<CommandPiece>();
  // A pipeline is split even if a rule specifies the whole pipeline.
  const { allow } = session.commands();
  const named = parsed.others.length > 0 ? undefined : findName(allow, command);
  for (const piece of parsed.pieces) {
    const found = named ?? findAllowance(allow, piece);
    if (found === undefined) continue;
    rules.add(found);
    covered.add(piece);
  }
  const open = parsed.pieces.filter((piece) => !covered.has(piece) && !files.allowedEdits.has(piece));
  const verdict = (effect: Verdict['effect'], because: string): Verdict => ({
    effect,
    because,
    isOfMode: effect === 'allow' && files.isOfMode,
    isHeld: false,
    rules: [...rules],
  });
  const moved = parsed.pieces.find((piece) => movesHome(session, piece));
  if (moved !== undefined)
    return {
      ...verdict('ask', `Claude Code asks before '${moved.text}' moves Claude Code's settings.`),
      isHeld: true,
    };
  const folders = folderFault(session, parsed.pieces);
  const fault = findFault(parsed) ?? folders;
  if (fault !== undefined) {
    const exact = allow.named.find(({ rule }) => rule.specifier === command.trim())?.rule;
    const isExact = folders === undefined && exact !== undefined && !isNeverNamed(command, parsed);
    return isExact ? { ...verdict('allow', fault), rules: [exact] } : verdict('ask', fault);
  }
  const asked = files.questions.find(({ piece, isSettled }) => isSettled || !covered.has(piece));
  if (asked !== undefined)
    return verdict('ask', `Claude Code asks before a command touches '${asked.text}', because nothing allows it.`);
  if (!session.isRecorded && open[0] !== undefined)
    return verdict(
      'unknown',
      `There is no record of whether this version of Claude Code runs '${open[0].text}' without a rule.`,
    );
  const hasGlob = parsed.pieces.some(({ words }) => words.some(({ isGlob }) => isGlob));
  const unread = open.find((piece) => !isReadOnlyPiece(piece, hasGlob));
  if (unread !== undefined) return verdict('ask', `No rule allows '${unread.text}'.`);
  return verdict('allow', 'Claude Code runs these commands without asking.');
}

/** Recorded: a rule that specifies a group, or text with certain syntax faults, does not allow it. */
function isNeverNamed(command: string, { isFaulty }: ParsedCommand): boolean {
  return /^\s*\(/.test(command) || (isFaulty && /\$[({]|^\s*&&|&&\s*([&;|]|$)/.test(command));
}

/**
 * If the form of a command prevents Claude Code from running the command without asking, returns a sentence about that
 * form.
 */
function findFault({ pieces, obstacles, hasTest }: ParsedCommand): string | undefined {
  const [obstacle] = obstacles;
  if (pieces.length === 0 && !hasTest) return 'The command contains nothing that a rule could allow.';
  const script = pieces.map(scriptObstacle).find((one) => one !== undefined);
  if ((obstacle ?? script) !== undefined)
    return `Claude Code cannot check the command, because of ${obstacle ?? script}.`;
  if (pieces.length > maxPieces) return `The command has more than ${maxPieces} parts.`;
  const search = pieces.find(isDangerousFind);
  return search && `Claude Code asks about '${search.text}', which can do more than search.`;
}

/** True if `mv` moves the home folder or one of its ancestors. */
function movesHome({ start, home }: ClaudeSession, { words }: CommandPiece): boolean {
  const [program, ...rest] = words;
  if (program?.value !== 'mv' || home === undefined) return false;
  const paths = plainOperands(rest).slice(0, -1);
  return paths.some(({ value }) => liesInside(absolutePath(value.replace(/^\$HOME(?=\/|$)/, '~'), start, home), home));
}

function isDangerousFind(piece: CommandPiece): boolean {
  const [program, ...rest] = programOf(piece);
  if (piece.words[0]?.value === 'xargs' && piece.words[1]?.value === 'find') return true;
  return program?.value === 'find' && rest.some(({ value }) => findActions.test(value));
}

const findActions = /^-(delete|rm|exec|execdir|ok|okdir|fprint0?|fprintf|fls)$/;

/** Claude Code asks about commands that change the folder more than once, or that change it and also run `git`. */
function folderFault(session: ClaudeSession, pieces: readonly CommandPiece[]): string | undefined {
  const count = pieces.filter((piece) => changesFolder(session, piece)).length;
  if (count > 1) return "Claude Code asks about a command with more than one 'cd'.";
  if (count === 1 && pieces.some(({ words }) => words[0]?.value === 'git'))
    return "Claude Code asks about 'cd' and 'git' in one command.";
  return undefined;
}

/** Applies the mode: if no rule decides, auto mode and plan mode ask a model. */
function byMode({ mode, asksModel }: ClaudeSession, { effect, because, isOfMode }: Verdict): Otherwise {
  if (effect === 'ask' && asksModel)
    return { effect: 'unknown', because: `${because} In the mode ${mode}, a model decides.`, isOfMode: true };
  return { effect, because, isOfMode };
}

const languages = /^(?:jq|[gmn]?awk)\s/;

/**
 * Returns the obstacle that prevents a rule from covering a piece: an awk or jq script that runs programs or comes from
 * a file.
 */
function scriptObstacle({ text }: CommandPiece): string | undefined {
  if (!languages.test(text)) return undefined;
  const { programs } = analyseCommand(text, { shell: 'bash' });
  const isGuarded = programs.some(({ guarded }) => guarded.length > 0);
  const readsFile = /\s--(?:raw|slurp)file\b|\bsystem\s*\(/.test(text);
  return isGuarded || readsFile ? `a script in '${text}' that can run programs or read other files` : undefined;
}
