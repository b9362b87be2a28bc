import { type AgentShells, agentShells, type ShellsByPlatform } from '@modegate/agent-tools';
import { type CommandShell, commandShells } from '@modegate/mode-core/commands';
import type { AgentName } from './agent-names.ts';

/** Known facts about an agent's shells. */
export interface ShellSurroundings {
  /** Shell specified by the configuration. Default: none. */
  readonly configured?: CommandShell | undefined;
  /** Environment of the agent. Default: unknown. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Platform of the agent. Default: `linux`. */
  readonly platform?: string | undefined;
  /** True if a program can be found on the agent's `PATH`. By default, every program can. */
  readonly isInstalled?: ((program: string) => boolean) | undefined;
}

/** Information about the shell for a call, as names or paths. */
export interface CalledShell {
  readonly agent: AgentName;
  /** Shell specified by the tool or the call. */
  readonly named: string | undefined;
  /** Shell specified by the agent's own settings. */
  readonly setting: string | undefined;
}

/**
 * Returns the shells that may run a command, all of which must allow it: the shell specified by the tool or the call,
 * or the configured shell, or the agent's own shells.
 */
export function findShells(
  { agent, named, setting }: CalledShell,
  { configured, env = {}, platform = 'linux', isInstalled = () => true }: ShellSurroundings = {},
): readonly CommandShell[] {
  if (named !== undefined) return [toShell(named)];
  const { unix, windows }: ShellsByPlatform = agentShells[agent];
  const shells = platform === 'win32' ? windows : unix;
  if (shells.isChosenByCall !== true) {
    if (configured !== undefined) return [configured];
    const own = readVariables(shells, setting === undefined ? env : { [settingVariable]: setting });
    if (own !== undefined) return [toShell(own)];
  }
  const chosen = Object.entries(shells.ifInstalled ?? {}).filter(([program]) => isInstalled(program));
  return [...shells.otherwise.split(' '), ...chosen.map(([, shell]) => shell)].map(toShell);
}

/** Used in place of the variables if the agent's settings specify a shell. */
const settingVariable = 'setting';

function readVariables(
  { variables }: AgentShells,
  env: Readonly<Record<string, string | undefined>>,
): string | undefined {
  if (variables === undefined) return undefined;
  const names = settingVariable in env ? [settingVariable] : variables.names.split(' ');
  return names
    .flatMap((name) => env[name] ?? [])
    .find((path) => variables.accepted.split(' ').includes(fileName(path)));
}

/** Programs that are not called like their shell. */
const otherNames: Readonly<Record<string, CommandShell>> = { dash: 'sh', ash: 'sh', pwsh: 'powershell' };

function toShell(path: string): CommandShell {
  const name = fileName(path);
  const shell = Object.hasOwn(otherNames, name) ? otherNames[name] : name;
  return commandShells.find((known) => known === shell) ?? 'unknown';
}

function fileName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.exe$/, '');
}
