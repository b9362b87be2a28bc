import { noCircumstances, resolveCircumstances } from '../circumstances/circumstances.ts';
import type { Call } from '../decide/call.ts';
import type { ToolRequest } from '../decide/request.ts';
import { type Decision, defaultRule, type Refusal, refuse } from '../decision.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledMode } from '../policy/policy-mode.ts';
import { show } from '../show.ts';
import { type CommandShell, commandShells } from './command-analyser.ts';
import type { CommandSettings, CompiledCommandRules, KnownCommand } from './command-rules.ts';
import { readCommandRules } from './compile-command-rules.ts';
import { decideCommand } from './decide-command.ts';

/**
 * @internal True for a call that runs a command under rules for commands. The other tools of the group belong to the
 * command that they were started with.
 */
export function isRestrictedCommand({ mode, tool }: Pick<Call, 'mode' | 'tool'>): boolean {
  return mode.commands !== undefined && tool?.name === commandTool;
}

const commandTool = 'execute_command';

/** @internal Checks every program and file of a command against the rules of the mode. */
export function checkCommand(call: Call): Decision | undefined {
  const { policy, mode, request, group } = call;
  if (group === undefined || mode.commands === undefined || !isRestrictedCommand(call)) return undefined;
  const settings = policy.compiled.commands;
  const closed = refuseClosed(mode, mode.commands, settings);
  if (closed !== undefined || settings === undefined) return closed;
  const named = readCommand(request);
  if (typeof named === 'string')
    return refuse('COMMAND_MISSING', defaultRule('command-named', mode.mode.config.slug), named);
  const { sets, isConditional } = mode.commands;
  const shell = findShell(settings, request);
  const decision = decideCommand({
    ...named,
    policy,
    mode,
    request,
    group,
    sets: sets.map((set) => ({ set, rules: readCommandRules(set, settings.analyser) })),
    reading: settings.analyser.analyse(named.command, { shell, folder: named.folder }),
    circumstances: isConditional ? resolveCircumstances(policy.compiled, request) : noCircumstances,
  });
  if (!isConditional && request.pathKinds === undefined)
    remember(mode.commands, named.command, { shell, folder: named.folder, decision });
  return decision;
}

/** @internal Cached decision on the command of a request, if it depends only on the command. */
export function recallCommand(
  { compiled }: Policy,
  request: ToolRequest,
  { commands }: CompiledMode,
): Decision | undefined {
  if (commands === undefined || compiled.commands === undefined || request.tool !== commandTool) return undefined;
  const { command, cwd } = request.params ?? {};
  const known = commands.known.get(command as string);
  if (known === undefined || request.pathKinds !== undefined) return undefined;
  return known.folder === (cwd ?? undefined) && known.shell === findShell(compiled.commands, request)
    ? known.decision
    : undefined;
}

function refuseClosed(
  mode: CompiledMode,
  { invalid, sets }: CompiledCommandRules,
  settings: CommandSettings | undefined,
): Refusal | undefined {
  const { slug } = mode.mode.config;
  if (invalid !== undefined) return refuse('COMMAND_RESTRICTIONS_INVALID', invalid.by, invalid.reason);
  if (settings === undefined) {
    const reason = `Mode '${slug}' limits commands, and this program has no analyser to judge them, so it refuses every command.`;
    return refuse('COMMAND_ANALYSER_MISSING', defaultRule('command-analysed', slug), reason);
  }
  for (const set of sets) {
    const [fault] = readCommandRules(set, settings.analyser).faults;
    if (fault !== undefined) return refuse('COMMAND_RESTRICTIONS_INVALID', fault.rule.by, fault.message);
  }
  return undefined;
}

/** Command and working folder of a request, or a sentence about what is wrong with them. */
function readCommand({
  params,
}: ToolRequest): { readonly command: string; readonly folder: string | undefined } | string {
  const { command, cwd } = params ?? {};
  if (typeof command !== 'string' || command.trim() === '')
    return `This call names no command. Give it as text in 'command'${command === undefined ? '' : `, not ${show(command)}`}.`;
  if (cwd !== undefined && cwd !== null && typeof cwd !== 'string')
    return `The working folder of this call must be a path as text in 'cwd', not ${show(cwd)}.`;
  return { command, folder: cwd ?? undefined };
}

/** A shell that is not known is any. */
function findShell(settings: CommandSettings, request: ToolRequest): CommandShell {
  const { shell = settings.shell } = request;
  return commandShells.includes(shell) ? shell : 'unknown';
}

// More commands than one task runs. Bounds memory against a caller that makes up commands.
const maxRememberedCommands = 1024;
const maxRememberedLength = 2048;

function remember({ known }: CompiledCommandRules, command: string, decided: KnownCommand): void {
  if (command.length > maxRememberedLength) return;
  if (known.size >= maxRememberedCommands) known.clear();
  known.set(command, decided);
}
