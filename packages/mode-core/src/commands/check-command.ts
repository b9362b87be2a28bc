import type { Call } from '../decide/call.ts';
import type { ToolRequest } from '../decide/request.ts';
import type { Decision } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { decideCommand } from './decide-command.ts';
import { commandTool, findShell, prepareCommand } from './prepare-command.ts';

/** @internal Checks every program and file of a command against the rules of the mode. */
export function checkCommand(call: Call): Decision | undefined {
  const question = prepareCommand(call);
  if (question === undefined || 'allowed' in question) return question;
  const decision = decideCommand(question);
  const { mode, request, command, folder, shell } = question;
  const isFixed = mode.commands?.isConditional === false && request.pathKinds === undefined;
  if (!isFixed || command.length > maxRememberedLength) return decision;
  const { known } = mode.commands;
  if (known.size >= maxRememberedCommands) known.clear();
  known.set(command, { shell, folder, decision });
  return decision;
}

// More commands than one task runs. Bounds memory against a caller that makes up commands.
const maxRememberedCommands = 1024;
const maxRememberedLength = 2048;

/** @internal Cached decision on the command of a request, if it depends on nothing else. */
export function recallCommand(
  { compiled }: Policy,
  request: ToolRequest,
  { commands }: CompiledMode,
): Decision | undefined {
  if (commands === undefined || compiled.commands === undefined || request.tool !== commandTool) return undefined;
  const { command, cwd } = request.params ?? {};
  const known = commands.known.get(command as string);
  if (known === undefined || request.pathKinds !== undefined || known.folder !== (cwd ?? undefined)) return undefined;
  return known.shell === findShell(compiled.commands, request) ? known.decision : undefined;
}
