import type { AgentToolCall } from '../agent-answer.ts';
import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import { type CommandFiles, commandFilesOf } from './command-files.ts';
import { type CommandPiece, type ParsedCommand, parseCommandPieces } from './command-pieces.ts';
import { allowsPiece, isWholeBash, restrictsPiece } from './command-rules.ts';
import type { Findings, Otherwise } from './findings.ts';
import { isReadOnlyPiece } from './read-only-commands.ts';

/** Judges a call of Bash: its pieces by rules, its files by path rules and working folders. */
export function judgeCommand(session: ClaudeSession, { arguments: given }: AgentToolCall): Findings {
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
  readonly effect: 'allow' | 'ask' | 'unknown';
  /** Allow rules that cover pieces, in the order of the pieces. */
  readonly rules: readonly ClaudeRule[];
}

/** Largest number of pieces that are checked one by one. */
const maxPieces = 50;

function judgePieces(session: ClaudeSession, { pieces, obstacles }: ParsedCommand, files: CommandFiles): Verdict {
  const rules = new Set<ClaudeRule>();
  const open: CommandPiece[] = [];
  for (const piece of pieces) {
    const found = session.allow.find((rule) => allowsPiece(rule, piece));
    if (found !== undefined) rules.add(found);
    else if (!files.allowedEdits.has(piece)) open.push(piece);
  }
  const ask = (because: string): Verdict => ({ effect: 'ask', because, rules: [...rules] });
  const [obstacle] = obstacles;
  if (pieces.length === 0) return ask('The command holds nothing that a rule could allow.');
  if (obstacle !== undefined) return ask(`Claude Code cannot check the command, because of ${obstacle}.`);
  if (pieces.length > maxPieces) return ask(`The command has more than ${maxPieces} pieces.`);
  const folder = folderFault(pieces);
  if (folder !== undefined) return ask(folder);
  if (files.outside !== undefined) return ask(files.outside);
  const unread = open.filter((piece) => !isReadOnlyPiece(piece));
  if (!session.isRecorded && open.length > 0) {
    const because = `Which commands this version of Claude Code runs without a rule is not recorded: '${open[0]?.text}'.`;
    return { effect: 'unknown', because, rules: [...rules] };
  }
  if (unread[0] !== undefined) return ask(`No rule allows '${unread[0].text}'.`);
  if (files.unsettledWrite !== undefined)
    return { effect: 'unknown', because: files.unsettledWrite, rules: [...rules] };
  return { effect: 'allow', because: 'Claude Code runs these commands without a question.', rules: [...rules] };
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
function byMode({ mode, isAgentMode }: ClaudeSession, { effect, because }: Verdict): Otherwise {
  if (effect === 'ask' && (mode === 'auto' || (mode === 'plan' && !isAgentMode)))
    return { effect: 'unknown', because: `${because} In the mode ${mode}, a model decides.` };
  return { effect, because };
}
