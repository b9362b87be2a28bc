import { noCircumstances, resolveCircumstances } from '../circumstances/circumstances.ts';
import type { Call } from '../decide/call.ts';
import type { ToolRequest } from '../decide/request.ts';
import { defaultRule, type Refusal, refuse } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { show } from '../show.ts';
import { type CommandShell, commandShells } from './command-analyser.ts';
import type { CommandQuestion } from './command-question.ts';
import type { CommandSettings } from './command-rules.ts';
import { readCommandRules } from './compile-command-rules.ts';

/** @internal Tool that runs a command. The others of its group belong to the command that they were started with. */
export const commandTool = 'execute_command';

/**
 * @internal Reads the command of a call under rules for commands; a refusal if it cannot be judged. Undefined for any
 * other call.
 */
export function prepareCommand(call: Call): CommandQuestion | Refusal | undefined {
  const { policy, mode, request, group, tool } = call;
  const settings = policy.compiled.commands;
  if (group === undefined || mode.commands === undefined || tool?.name !== commandTool) return undefined;
  const closed = refuseCommands(policy, mode);
  if (closed !== undefined || settings === undefined) return closed;
  const named = readCommand(request);
  if (typeof named === 'string')
    return refuse('COMMAND_MISSING', defaultRule('command-named', mode.mode.config.slug), named);
  const { sets, isConditional } = mode.commands;
  const shell = findShell(settings, request);
  return {
    ...named,
    policy,
    mode,
    request,
    group,
    shell,
    sets: sets.map((set) => ({ set, rules: readCommandRules(set, settings.analyser) })),
    reading: settings.analyser.analyse(named.command, { shell, folder: named.folder }),
    circumstances: isConditional ? resolveCircumstances(policy.compiled, request) : noCircumstances,
  };
}

/** @internal Refuses every command of a mode if its rules for commands, or those of a mode it extends, cannot be used. */
export function refuseCommands({ compiled }: Policy, { commands, mode }: CompiledMode): Refusal | undefined {
  if (commands === undefined) return undefined;
  const { invalid, sets } = commands;
  if (invalid !== undefined) return refuse('COMMAND_RESTRICTIONS_INVALID', invalid.by, invalid.reason);
  if (compiled.commands === undefined) {
    const { slug } = mode.config;
    const reason = `Mode '${slug}' limits commands, and this program has no analyser to judge them, so it refuses every command.`;
    return refuse('COMMAND_ANALYSER_MISSING', defaultRule('command-analysed', slug), reason);
  }
  for (const set of sets) {
    const [fault] = readCommandRules(set, compiled.commands.analyser).faults;
    if (fault !== undefined) return refuse('COMMAND_RESTRICTIONS_INVALID', fault.rule.by, fault.message);
  }
  return undefined;
}

/** @internal Shell of a request. One that is not known counts as any. */
export function findShell(settings: CommandSettings, request: ToolRequest): CommandShell {
  const { shell = settings.shell } = request;
  return commandShells.includes(shell) ? shell : 'unknown';
}

/** Command and working folder of a request, or a sentence about what is wrong with them. */
function readCommand({ params }: ToolRequest): Pick<CommandQuestion, 'command' | 'folder'> | string {
  const { command, cwd } = params ?? {};
  if (typeof command !== 'string' || command.trim() === '')
    return `This call names no command. Give it as text in 'command'${command === undefined ? '' : `, not ${show(command)}`}.`;
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string')
    return `The working folder of this call must be a path as text in 'cwd', not ${show(cwd)}.`;
  return { command, folder: cwd ?? undefined };
}
