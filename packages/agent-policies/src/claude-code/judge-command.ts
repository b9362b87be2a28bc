import type { AgentToolCall } from '../agent-answer.ts';
import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import { type CommandFiles, commandFilesOf } from './command-files.ts';
import { type CommandPiece, type ParsedCommand, parseCommandPieces } from './command-pieces.ts';
import { allowsPiece, isWholeBash, restrictsPiece } from './command-rules.ts';
import type { Findings, Otherwise } from './findings.ts';
import { isReadOnlyPiece } from './read-only-commands.ts';

/** Judges a call of Bash: its pieces by rules, its files by path rules and working folders. */
export function judgeClaudeCommand(session: ClaudeSession, { arguments: given }: AgentToolCall): Findings {
  const command = typeof given.command === 'string' ? given.command : '';
  const parsed = parseCommandPieces(command);
  const files = commandFilesOf(session, parsed.pieces);
  const restricting = (rules: readonly ClaudeRule[], byFiles: ReadonlySet<ClaudeRule>) =>
    rules.filter((rule) => isWholeBash(rule) || byFiles.has(rule) || reaches(rule, command, parsed));
  const deny = restricting(session.deny, files.denied);
  const whole = session.allow.filter(isWholeBash);
  const verdict = judgePieces(session, parsed, files);
  const others = verdict.rules.filter((rule) => !whole.includes(rule));
  return {
    deny,
    ask: restricting(session.ask, files.asked),
    allow: [...whole, ...others],
    isAllowed: whole.length > 0 || (verdict.effect === 'allow' && others.length > 0),
    isEdit: false,
    unsettledDenial: files.unsettledDenial ?? incompleteness(session, parsed),
    protectedFile: files.protectedFile,
    otherwise: byMode(session, verdict),
  };
}

function reaches(rule: ClaudeRule, command: string, { pieces }: ParsedCommand): boolean {
  if (rule.tool !== 'Bash' || rule.specifier === undefined) return false;
  return rule.specifier.trim() === command.trim() || pieces.some((piece) => restrictsPiece(rule, piece));
}

function incompleteness({ deny, ask }: ClaudeSession, { isIncomplete }: ParsedCommand): string | undefined {
  if (!isIncomplete || deny.length + ask.length === 0) return undefined;
  return 'The command cannot be read completely, so a rule that denies it may be missed.';
}

interface Verdict extends Otherwise {
  readonly isOfMode: boolean;
  readonly effect: 'allow' | 'ask' | 'unknown';
  /** Allow rules that cover pieces, in the order of the pieces. */
  readonly rules: readonly ClaudeRule[];
}

/** Largest number of pieces that are checked one by one. */
const maxPieces = 50;

function judgePieces(session: ClaudeSession, parsed: ParsedCommand, files: CommandFiles): Verdict {
  const rules = new Set<ClaudeRule>();
  const covered = new Set<CommandPiece>();
  for (const piece of parsed.pieces) {
    const found = session.allow.find((rule) => allowsPiece(rule, piece));
    if (found === undefined) continue;
    rules.add(found);
    covered.add(piece);
  }
  const open = parsed.pieces.filter((piece) => !covered.has(piece) && !files.allowedEdits.has(piece));
  const verdict = (effect: Verdict['effect'], because: string): Verdict => ({
    effect,
    because,
    isOfMode: effect === 'allow' && files.allowedEdits.size > 0,
    rules: [...rules],
  });
  const fault = findFault(parsed);
  if (fault !== undefined) return verdict('ask', fault);
  const asked = files.questions.find(({ piece, isSettled }) => isSettled || !covered.has(piece));
  if (asked !== undefined)
    return verdict('ask', `Claude Code asks before a command touches '${asked.text}', which nothing allows.`);
  if (!session.isRecorded && open[0] !== undefined)
    return verdict(
      'unknown',
      `Whether this version of Claude Code runs '${open[0].text}' without a rule is not recorded.`,
    );
  const unread = open.find((piece) => !isReadOnlyPiece(piece));
  if (unread !== undefined) return verdict('ask', `No rule allows '${unread.text}'.`);
  const [question] = files.questions;
  if (question !== undefined)
    return verdict('unknown', `Whether the rule for this command also opens '${question.text}' is not recorded.`);
  return verdict('allow', 'Claude Code runs these commands without a question.');
}

/** Why the form of a command keeps Claude Code from running it unasked. */
function findFault({ pieces, obstacles }: ParsedCommand): string | undefined {
  const [obstacle] = obstacles;
  if (pieces.length === 0) return 'The command holds nothing that a rule could allow.';
  if (obstacle !== undefined) return `Claude Code cannot check the command, because of ${obstacle}.`;
  return pieces.length > maxPieces ? `The command has more than ${maxPieces} pieces.` : folderFault(pieces);
}

/** Commands that change the folder more than once, or before `git`, are asked for. */
function folderFault(pieces: readonly CommandPiece[]): string | undefined {
  const programs = pieces.map(({ words }) => words[0]?.value);
  const count = programs.filter((name) => name === 'cd').length;
  if (count > 1) return "Claude Code asks for a command with more than one 'cd'.";
  if (count === 1 && programs.includes('git')) return "Claude Code asks for 'cd' and 'git' in one command.";
  return undefined;
}

/** Where no rule decides, the modes auto and plan ask a model. */
function byMode({ mode, isAgentMode }: ClaudeSession, { effect, because, isOfMode }: Verdict): Otherwise {
  if (effect === 'ask' && (mode === 'auto' || (mode === 'plan' && !isAgentMode)))
    return { effect: 'unknown', because: `${because} In the mode ${mode}, a model decides.`, isOfMode: true };
  return { effect, because, isOfMode };
}
