import { type AgentShells, agentShells, type ShellsByPlatform } from '@modegate/agent-tools';
import type { CommandShell } from '@modegate/mode-core/commands';
import type { AgentName } from './agent-names.ts';

/** What is known about the shells of an agent. */
export interface ShellSurroundings {
  /** Shell that the configuration names. Default: none. */
  readonly configured?: CommandShell | undefined;
  /** Environment of the agent. Default: not known. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined;
  /** Default: `linux`. */
  readonly platform?: string | undefined;
  /** True if a program can be found on the agent's `PATH`. Default: every program. */
  readonly isInstalled?: ((program: string) => boolean) | undefined;
}

/** What one call says about its shell, as names or paths. */
export interface CalledShell {
  readonly agent: AgentName;
  /** Shell that the tool or the call names. */
  readonly named: string | undefined;
  /** Shell that the agent's own settings name. */
  readonly setting: string | undefined;
}

/**
 * Returns the shells that may run a command, which must all allow it: the one that the tool or the call names, or the
 * configured one, or those of the agent.
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

/** Takes the place of the variables if the agent's settings name a shell. */
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

/** Shells by the names of their programs; any other is not known. */
const byProgram: Readonly<Record<string, CommandShell>> = {
  bash: 'bash',
  zsh: 'zsh',
  sh: 'sh',
  dash: 'sh',
  ash: 'sh',
  fish: 'fish',
  pwsh: 'powershell',
  powershell: 'powershell',
  cmd: 'cmd',
};

function toShell(path: string): CommandShell {
  const name = fileName(path);
  return Object.hasOwn(byProgram, name) ? (byProgram[name] as CommandShell) : 'unknown';
}

function fileName(path: string): string {
  const name = path.split(/[\\/]/).at(-1) ?? '';
  return name.toLowerCase().replace(/\.exe$/, '');
}
