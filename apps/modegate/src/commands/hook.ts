import { rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  type AgentName,
  agentNames,
  type CommandAgent,
  commandAgents,
  type HookAddress,
  type HookScope,
  installedHooks,
  installedPlugins,
  type PluginAgent,
} from '@modegate/agent-hooks';
import type { JsonObject } from '@modegate/json';
import { describeUnknownMode } from '@modegate/mode-core';
import { AppError, print, processTerminal, stayIn } from '@modegate/program-shell';
import {
  backupFileName,
  type HookPlan,
  type HookTarget,
  planHookInstall,
  planHookUninstall,
  readHook,
} from '@modegate/server-config';
import { applyFileChange, requireTextFile } from '@modegate/text-files';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { hookAddress, isOurHook } from '../hook/hook-address.ts';
import type { InstalledSettings } from '../hook/installed-settings.ts';
import { launcherCommand, writeLauncher } from '../hook/launcher.ts';
import { loadHookProject } from '../hook/load-hook-project.ts';
import { trustCodexHook } from '../hook/trust-codex-hook.ts';
import { isInstalledPlugin, removePlugin, writePlugin } from '../plugin/install-plugin.ts';
import { stateDir } from '../settings.ts';

/** Flags of `modegate hook install`, `uninstall` and `status`. */
export interface HookFlags {
  readonly client?: AgentName;
  readonly scope?: HookScope;
  readonly mode?: string;
  readonly auditLog?: string;
  /** Address of modes-server, where it answers the hook. Default: the hook is a command. */
  readonly url?: string;
  /** The variable that holds the token for it. Default `MODEGATE_TOKEN`. */
  readonly tokenEnv?: string;
  readonly projectRoot?: string;
  readonly dryRun?: boolean;
  /** Has Codex trust the hook, without asking. */
  readonly trust?: boolean;
}

/**
 * Writes the hook into the agent's own file: shows the change, keeps a backup.
 *
 * @throws {AppError} exit code 2 when the mode does not exist, `trust` is asked for another agent than Codex, or `url` for one that asks no server; {@link ServerConfigError} when the file cannot be edited safely.
 */
export async function runHookInstall(client: AgentName, flags: HookFlags): Promise<ExitCode> {
  const { root, policy } = await load(flags);
  const { mode, scope = 'project' } = flags;
  if (mode !== undefined && !policy.modes.some(({ config }) => config.slug === mode))
    throw new AppError(describeUnknownMode(policy, mode));
  if (flags.trust === true && client !== 'codex')
    throw new AppError(`'--trust' is for Codex, which alone keeps a list of trusted hooks; '${client}' has none.`);
  const answered = findAnswered(client, root, flags);
  const installed: InstalledSettings = {
    projectRoot: scope === 'project' ? root : undefined,
    mode,
    auditLog: flags.auditLog === undefined ? undefined : resolve(flags.auditLog),
  };
  if (isPluginAgent(client))
    await writePlugin(
      client,
      { file: fileOf(client, scope, root), root, installed: { ...installed, state: stateDir() } },
      flags,
    );
  else if (answered !== undefined)
    await carryOut(await planHookInstall(targetOf(client, scope, root), answered), root, flags);
  else await installCommand(targetOf(client, scope, root), client, { root, installed, flags });
  for (const warning of warningsOf(client)) print(`Note: ${warning}`);
  if (answered !== undefined) print(`Note: ${describeServing(answered.address)}`);
  if (mode === undefined) print('Choose the mode with `modegate mode use <slug>`; without one every call is refused.');
  return exitCodes.clean;
}

/** A hook that a server answers. */
interface AnsweredHook {
  readonly address: HookAddress;
  readonly item: JsonObject;
}

/** Undefined where the hook is a command. */
function findAnswered(
  client: AgentName,
  project: string,
  { url, tokenEnv, auditLog, mode, scope }: HookFlags,
): AnsweredHook | undefined {
  if (url === undefined) {
    if (tokenEnv !== undefined) throw new AppError("'--token-env' goes with '--url'.");
    return undefined;
  }
  const toItem = isPluginAgent(client) ? undefined : installedHooks[client].toHttpItem;
  if (toItem === undefined || isPluginAgent(client))
    throw new AppError(
      `'--url' is for Claude Code, whose hooks can ask a server and refuse when it fails; '${client}' cannot.`,
    );
  if (auditLog !== undefined)
    throw new AppError("'--audit-log' is for hooks that are commands; give it to modes-server, which decides here.");
  if (scope === 'global')
    throw new AppError("'--url' is for the scope 'project': a server answers for one project, and not for others.");
  const address = hookAddress(client, { url, tokenEnv, mode, project });
  return { address, item: toItem(address) };
}

function describeServing({ url, tokenVariable }: HookAddress): string {
  return `\`modes-server serve --http ${new URL(url).host}\` has to run in this project; while it does not, every call is refused. It decides by its own modes, servers and configuration. If it asks for a token, put one into the variable ${tokenVariable} before you start Claude Code.`;
}

async function installCommand(
  target: HookTarget,
  client: CommandAgent,
  {
    root,
    installed,
    flags,
  }: { readonly root: string; readonly installed: InstalledSettings; readonly flags: HookFlags },
): Promise<void> {
  const { toItem, base } = installedHooks[client];
  const command = launcherCommand(client, installed);
  const plan = await planHookInstall(target, { item: toItem(command), ...(base === undefined ? {} : { base }) });
  if (flags.dryRun !== true) await writeLauncher(client);
  await carryOut(plan, root, flags);
  if (client !== 'codex' || flags.dryRun === true) return;
  const options = { isAgreed: flags.trust === true, terminal: processTerminal };
  await trustCodexHook(root, { file: target.file, command }, options);
}

/** Takes the hook out of the agent's file again; what others wrote there stays. */
export async function runHookUninstall(client: AgentName, flags: HookFlags): Promise<ExitCode> {
  const { root } = await load(flags);
  const scope = flags.scope ?? 'project';
  if (isPluginAgent(client)) {
    await removePlugin(fileOf(client, scope, root), root, flags);
    return exitCodes.clean;
  }
  const target = targetOf(client, scope, root);
  await carryOut(await planHookUninstall(target, installedHooks[client].base), root, flags);
  return exitCodes.clean;
}

/** Tells in which files the hook is. Returns 1 when it is in none. */
export async function runHookStatus(flags: HookFlags): Promise<ExitCode> {
  const { root } = await load(flags);
  let found = 0;
  for (const client of flags.client === undefined ? agentNames : [flags.client]) {
    for (const scope of ['project', 'global'] as const) {
      const file = fileOf(client, scope, root);
      const isThere = isPluginAgent(client)
        ? await isInstalledPlugin(file, root)
        : (await readHook(targetOf(client, scope, root))) !== undefined;
      if (!isThere) continue;
      found += 1;
      print(`${client}: in ${file}`);
      for (const warning of warningsOf(client)) print(`  ${warning}`);
    }
  }
  if (found === 0) print('No hook of Modegate is installed here. `modegate hook install --client <agent>` writes one.');
  return found === 0 ? exitCodes.findings : exitCodes.clean;
}

function load({ projectRoot }: HookFlags) {
  return loadHookProject({ projectRoot, cwd: process.cwd(), globalConfigDir: undefined });
}

function isPluginAgent(client: AgentName): client is PluginAgent {
  return !commandAgents.some((name) => name === client);
}

function warningsOf(client: AgentName): readonly string[] {
  return (isPluginAgent(client) ? installedPlugins[client] : installedHooks[client as CommandAgent]).warnings;
}

function fileOf(client: AgentName, scope: HookScope, root: string): string {
  const { files } = isPluginAgent(client) ? installedPlugins[client] : installedHooks[client as CommandAgent];
  return join(scope === 'project' ? root : homedir(), files[scope]);
}

function targetOf(client: CommandAgent, scope: HookScope, root: string): HookTarget {
  return {
    file: fileOf(client, scope, root),
    event: installedHooks[client].event,
    isOurs: (item) => isOurHook(client, item),
    readFile: (file) => requireTextFile(file, stayIn(root, file)),
  };
}

async function carryOut(plan: HookPlan, root: string, { dryRun }: HookFlags): Promise<void> {
  if (plan.diff === '') return print(`${plan.file}: nothing to change.`);
  print(plan.diff.trimEnd());
  print();
  if (dryRun === true) return print('Nothing was written (--dry-run).');
  const backups = { backupFileName: plan.needsBackup ? backupFileName : undefined };
  const { backupFile } = await applyFileChange(plan, { ...backups, ...stayIn(root, plan.file) });
  if (plan.spentBackup !== undefined) await rm(plan.spentBackup);
  const backup = backupFile === undefined ? '' : ` The old content is in ${backupFile}.`;
  print(`${plan.file}: ${plan.after === undefined ? 'removed' : 'written'}.${backup}`);
}
