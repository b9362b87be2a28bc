import type { AgentAnswer, AgentToolCall, Confinement } from '../agent-answer.ts';
import type { ClaudeSandbox } from './claude-rules.ts';
import { type ClaudeSession, placeOf } from './claude-session.ts';
import { absolutePath } from './paths.ts';
import { matchesWildcard } from './wildcard.ts';

interface JudgedCall {
  readonly call: AgentToolCall;
  readonly given: AgentAnswer;
}

/**
 * Applies the sandbox enabled in the files to the answer for a command. As documented, a confined command runs without
 * asking the user unless a rule requires a question or `autoAllowBashIfSandboxed` is false.
 */
export function inSandbox(session: ClaudeSession, { call, given }: JudgedCall): AgentAnswer {
  const { sandbox: setting, platform, mode } = session;
  const sandbox = setting?.value;
  if (call.tool !== 'Bash' || sandbox?.enabled !== true || platform === 'win32') return given;
  const mayAsk = sandbox.allowUnsandboxedCommands !== false;
  const leaves = call.arguments.dangerouslyDisableSandbox === true && mayAsk;
  if (leaves || isExcluded(sandbox, call.arguments.command) || given.effect === 'deny') return given;
  const within = confinementOf(session, sandbox, mayAsk);
  const isAskedByRule = given.by.some(({ file, effect }) => file !== undefined && effect === 'ask');
  const isAuto = sandbox.autoAllowBashIfSandboxed !== false && !isAskedByRule && mode !== 'plan';
  const source = { rule: 'sandbox.enabled: true', effect: given.effect, ...placeOf(setting ?? {}) };
  if (!isAuto || given.effect !== 'ask') return { ...given, within, by: [...given.by, source] };
  const because = 'A command in the sandbox runs without asking, as documented.';
  return { ...given, effect: 'allow', within, because, by: [{ ...source, effect: 'allow' }] };
}

function confinementOf(session: ClaudeSession, sandbox: ClaudeSandbox, mayAsk: boolean): Confinement {
  const added = sandbox.filesystem?.allowWrite ?? [];
  const write = added.map((path) => absolutePath(path.replace(/^\/\//, '/'), session.start, session.home));
  const domains = sandbox.network?.allowedDomains;
  return {
    read: 'all',
    write: [...session.folders, ...write],
    network: Array.isArray(domains) && domains.length > 0,
    mayAsk,
  };
}

/** True if the text may contain one of the commands that run outside the sandbox. */
function isExcluded({ excludedCommands = [] }: ClaudeSandbox, command: unknown): boolean {
  return (
    typeof command === 'string' &&
    excludedCommands.some((pattern) => matchesWildcard(`*${pattern.replace(/(:| )?\*$/, '')}*`, command))
  );
}
