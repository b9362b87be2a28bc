import { noCircumstances, resolveCircumstances } from '../circumstances/circumstances.ts';
import type { Call } from '../decide/call.ts';
import type { ToolRequest } from '../decide/request.ts';
import { type Decision, defaultRule, type Refusal, refuse } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { type CommandShell, commandShells } from './command-analyser.ts';
import type { CommandSettings, RestrictedCommand } from './command-judge.ts';
import type { ExplainedPart } from './explained-part.ts';

/**
 * @internal Tool that runs a command. The other tools in its group act on a command that was already started with this
 * tool.
 */
export const commandToolName = 'execute_command';

/** @internal Checks every program and file in a command against the rules of the mode. */
export function checkCommand(call: Call): Decision | undefined {
  const opened = openCommand(call);
  return opened === undefined || 'allowed' in opened ? opened : opened.judge.decide(opened);
}

/**
 * @internal Evaluates each part of a command separately. Returns undefined if the call is not evaluated part by part.
 */
export function explainCommand(call: Call): readonly ExplainedPart[] | undefined {
  const opened = openCommand(call);
  return opened === undefined || 'allowed' in opened ? undefined : opened.judge.explain(opened);
}

/**
 * @internal Looks up everything needed to evaluate the command in a call; returns a refusal if the mode refuses every
 * command, and undefined for any other call.
 */
export function openCommand({ policy, mode, request, group, tool }: Call): RestrictedCommand | Refusal | undefined {
  const { commands: rules } = mode;
  const { commands: judge, projectRoot } = policy.compiled;
  if (group === undefined || rules === undefined || tool?.name !== commandToolName) return undefined;
  const closed = refuseCommands(policy, mode);
  if (closed !== undefined || judge === undefined) return closed;
  const circumstances = rules.isConditional ? resolveCircumstances(policy.compiled, request) : noCircumstances;
  return { request, mode, group, rules, judge, projectRoot, circumstances };
}

/**
 * @internal Refuses every command in a mode if the mode's command rules, or those of a mode that it extends, cannot be
 * used.
 */
export function refuseCommands({ compiled }: Policy, { commands, mode }: CompiledMode): Refusal | undefined {
  if (commands === undefined) return undefined;
  const { invalid, sets } = commands;
  if (invalid !== undefined) return refuse('COMMAND_RESTRICTIONS_INVALID', invalid.by, invalid.reason);
  const { commands: judge } = compiled;
  if (judge === undefined) {
    const { slug } = mode.config;
    const reason = `Mode '${slug}' restricts commands. This program cannot analyse commands, so it refuses all of them.`;
    return refuse('COMMAND_ANALYSER_MISSING', defaultRule('command-analysed', slug), reason);
  }
  for (const set of sets) {
    const [fault] = judge.findFaults(set);
    if (fault !== undefined) return refuse('COMMAND_RESTRICTIONS_INVALID', fault.rule.by, fault.message);
  }
  return undefined;
}

/** @internal Returns the cached decision on the command in a request, if the decision depends only on the command. */
export function recallCommand(
  { compiled }: Policy,
  request: ToolRequest,
  { commands }: CompiledMode,
): Decision | undefined {
  if (commands === undefined || compiled.commands === undefined || request.tool !== commandToolName) return undefined;
  const { command, cwd } = request.params ?? {};
  const known = commands.known.get(command as string);
  if (known === undefined || request.pathKinds !== undefined || known.folder !== (cwd ?? undefined)) return undefined;
  return known.shell === findShell(compiled.commands, request) ? known.decision : undefined;
}

/** @internal Determines the shell of a request. An unknown shell could be any shell. */
export function findShell(settings: CommandSettings, request: ToolRequest): CommandShell {
  const { shell = settings.shell } = request;
  return commandShells.includes(shell) ? shell : 'unknown';
}
