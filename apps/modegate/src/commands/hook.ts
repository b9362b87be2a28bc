import { resolve } from 'node:path';
import {
  type AgentName,
  agentNames,
  type CommandAgent,
  type HookScope,
  installedHooks,
  installedPlugins,
} from '@modegate/agent-hooks';
import { AppError, print, processTerminal } from '@modegate/cli-kit';
import { describeUnknownMode } from '@modegate/mode-core';
import { type HookTarget, planHookInstall, planHookUninstall } from '@modegate/server-config/clients';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { changeHookFile } from '../hook/change-hook-file.ts';
import { chooseScope, describeProjectGap } from '../hook/choose-scope.ts';
import { findInstalled, notInstalled } from '../hook/find-installed.ts';
import { hookFile, hookTarget, isPluginAgent } from '../hook/hook-files.ts';
import type { InstalledSettings } from '../hook/installed-settings.ts';
import { launcherCommand, writeLauncher } from '../hook/launcher.ts';
import { loadHookProject } from '../hook/load-hook-project.ts';
import {
  describeServing,
  describeSocket,
  readServedHook,
  readSocket,
  type ServedHook,
  type ServedHookFlags,
} from '../hook/served-hook.ts';
import { trustCodexHook } from '../hook/trust-codex-hook.ts';
import { removePlugin, writePlugin } from '../plugin/install-plugin.ts';
import { stateDir } from '../settings.ts';

/** Flags for `modegate hook install`, `uninstall` and `status`. */
export interface HookFlags extends ServedHookFlags {
  readonly client?: AgentName;
  readonly projectRoot?: string;
  readonly dryRun?: boolean;
  /** Makes Codex trust the hook without asking the user. */
  readonly trust?: boolean;
}

interface ClientFlags extends HookFlags {
  readonly client: AgentName;
}

/**
 * Writes the hook to the agent's own file after showing the change, and makes a backup.
 *
 * @throws {AppError} exit code 2 when the mode does not exist, a flag is meant for another agent, or a scope must be
 * specified; {@link ServerConfigError} when the file cannot be edited safely.
 */
export async function runHookInstall(flags: ClientFlags): Promise<ExitCode> {
  const { client } = flags;
  const { root, policy } = await load(flags);
  const { mode } = flags;
  if (mode !== undefined && !policy.modes.some(({ config }) => config.slug === mode))
    throw new AppError(describeUnknownMode(policy, mode));
  if (flags.trust === true && client !== 'codex')
    throw new AppError(
      `'--trust' is only for Codex, which keeps a list of trusted hooks. '${client}' does not keep such a list.`,
    );
  const socket = readSocket(client, flags);
  const answered = readServedHook(client, root, flags);
  const scope = await chooseScope(client, flags.scope, processTerminal);
  const file = requireFile(client, scope, root);
  const installed: InstalledSettings = {
    projectRoot: scope === 'project' ? root : undefined,
    mode,
    auditLog: flags.auditLog === undefined ? undefined : resolve(flags.auditLog),
    socket,
  };
  let isWritten = true;
  if (isPluginAgent(client))
    await writePlugin(client, { file, root, installed: { ...installed, state: stateDir() } }, flags);
  else isWritten = await installHook(hookTarget(client, file, root), client, { root, installed, flags, answered });
  for (const warning of notesOf(client, scope)) print(`Note: ${warning}`);
  if (answered !== undefined) print(`Note: ${describeServing(answered.address)}`);
  if (socket !== undefined) print(`Note: ${describeSocket(socket)}`);
  if (mode === undefined)
    print('Choose the mode with `modegate mode use <slug>`. Without an active mode, every call is refused.');
  return isWritten ? exitCodes.clean : exitCodes.findings;
}

interface Installation {
  readonly root: string;
  readonly installed: InstalledSettings;
  readonly flags: HookFlags;
  readonly answered: ServedHook | undefined;
}

/** Writes the hook. Resolves with false if only an administrator may write the file. */
async function installHook(
  target: HookTarget,
  client: CommandAgent,
  { root, installed, flags, answered }: Installation,
): Promise<boolean> {
  if (answered !== undefined) return changeHookFile(() => planHookInstall(target, answered), root, flags);
  const { toItem, base } = installedHooks[client];
  const command = launcherCommand(client, installed);
  const hook = { item: toItem(command), ...(base === undefined ? {} : { base }) };
  if (flags.dryRun !== true) await writeLauncher(client);
  const isWritten = await changeHookFile(() => planHookInstall(target, hook), root, flags);
  if (client !== 'codex' || flags.dryRun === true) return isWritten;
  const options = { isAgreed: flags.trust === true, terminal: processTerminal };
  await trustCodexHook(root, { file: target.file, command }, options);
  return isWritten;
}

/** Removes the hook from the agent's file; leaves everything written by others unchanged. */
export async function runHookUninstall(flags: ClientFlags): Promise<ExitCode> {
  const { root } = await load(flags);
  const { client, scope = 'project' } = flags;
  const file = requireFile(client, scope, root);
  let isWritten = true;
  if (isPluginAgent(client)) await removePlugin(file, root, flags);
  else {
    const plan = () => planHookUninstall(hookTarget(client, file, root), installedHooks[client].base);
    isWritten = await changeHookFile(plan, root, flags);
  }
  const left = flags.dryRun === true ? [] : await findInstalled(client, root);
  for (const other of left.filter((one) => one.file !== file))
    print(`There is also a hook in ${other.file}: add --scope ${other.scope} to remove it.`);
  return isWritten ? exitCodes.clean : exitCodes.findings;
}

/** Lists the files that contain the hook. Returns 1 if there are none. */
export async function runHookStatus(flags: HookFlags): Promise<ExitCode> {
  const { root } = await load(flags);
  let found = 0;
  for (const client of flags.client === undefined ? agentNames : [flags.client]) {
    for (const { file, scope } of await findInstalled(client, root)) {
      found += 1;
      print(`${client}: in ${file}`);
      for (const warning of notesOf(client, scope)) print(`  ${warning}`);
    }
  }
  if (found === 0) print(notInstalled);
  return found === 0 ? exitCodes.findings : exitCodes.clean;
}

function load({ projectRoot }: HookFlags) {
  return loadHookProject({ projectRoot, cwd: process.cwd(), globalConfigDir: undefined });
}

function notesOf(client: AgentName, scope: HookScope): readonly string[] {
  const gap = scope === 'project' ? describeProjectGap(client) : undefined;
  const { warnings } = isPluginAgent(client) ? installedPlugins[client] : installedHooks[client as CommandAgent];
  return [...(gap === undefined ? [] : [gap]), ...(scope === 'managed' ? [othersRefused] : []), ...warnings];
}

const othersRefused =
  'The hook runs from a folder that belongs to this user. Other users of this machine cannot run it, so all their calls are refused.';

function requireFile(client: AgentName, scope: HookScope, root: string): string {
  const file = hookFile(client, scope, root);
  if (file === undefined)
    throw new AppError(
      `'--scope managed' is available only for Claude Code on Linux and macOS. '${client}' does not read a managed settings file here.`,
    );
  // If installed with sudo, the launcher would belong to the wrong user.
  if (scope === 'managed' && process.env.SUDO_USER !== undefined)
    throw new AppError(
      'Run this command without sudo, as the user who starts the agent. It prints the commands that require sudo.',
    );
  return file;
}
