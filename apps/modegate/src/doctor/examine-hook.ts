import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  type AgentName,
  type CommandAgent,
  type HookScope,
  installedHooks,
  installedPlugins,
  type PluginAgent,
  pluginAgents,
} from '@modegate/agent-hooks';
import { stayIn } from '@modegate/program-shell';
import { readHook, ServerConfigError } from '@modegate/server-config';
import { requireTextFile, TextFileError } from '@modegate/text-files';
import { isOurHook } from '../hook/hook-address.ts';
import type { HookProject } from '../hook/load-hook-project.ts';
import { isInstalledPlugin } from '../plugin/install-plugin.ts';
import { examineLauncher } from './examine-launcher.ts';
import { findSilencers } from './find-silencers.ts';
import { type DoctorFinding, failed, type HookReport } from './finding.ts';
import { readEntry } from './installed-entry.ts';
import { tryLive } from './live/try-live.ts';
import { type CommandTrial, tryCommand } from './try-command.ts';
import { tryPlugin } from './try-plugin.ts';

/** Where a hook may be, and how it is looked at. */
export interface HookPlace {
  readonly scope: HookScope;
  readonly project: HookProject;
  /** Whether the agent itself is started. */
  readonly isLive: boolean;
}

/** Tries out the hook of an agent; undefined where none is installed. */
export async function examineHook(client: AgentName, place: HookPlace): Promise<HookReport | undefined> {
  const report = isPluginAgent(client) ? examinePlugin(client, place) : examineCommand(client, place);
  return report.catch((error: unknown) => describeFault(client, error));
}

function isPluginAgent(client: AgentName): client is PluginAgent {
  return pluginAgents.some((name) => name === client);
}

async function examineCommand(client: CommandAgent, place: HookPlace): Promise<HookReport | undefined> {
  const { root } = place.project;
  const { files, event } = installedHooks[client];
  const file = fileIn(files, place);
  const item = await readHook({
    file,
    event,
    isOurs: (one) => isOurHook(client, one),
    readFile: (path) => requireTextFile(path, stayIn(root, path)),
  });
  if (item === undefined) return undefined;
  const entry = readEntry(client, item);
  if (entry === undefined)
    return { client, file, command: undefined, findings: [failed('It holds neither a command nor an address.')] };
  const { command } = entry;
  const trial = await tryCommand(entry, { client, root, isUnprotected: isUnprotected(place) });
  return {
    client,
    file,
    command,
    findings: [
      entry.finding,
      ...examineLauncher(client, command),
      ...(await complete(trial, { client, file, command, place })),
    ],
  };
}

async function examinePlugin(client: PluginAgent, place: HookPlace): Promise<HookReport | undefined> {
  const { root } = place.project;
  const file = fileIn(installedPlugins[client].files, place);
  if (!(await isInstalledPlugin(file, root))) return undefined;
  const trial = await tryPlugin({ client, file, root, isUnprotected: isUnprotected(place) });
  return {
    client,
    file,
    command: undefined,
    findings: await complete(trial, { client, file, command: undefined, place }),
  };
}

interface Examined {
  readonly client: AgentName;
  readonly file: string;
  readonly command: string | undefined;
  readonly place: HookPlace;
}

/** What was seen of the hook alone, and what is seen of the agent. */
async function complete(
  { findings, refused }: CommandTrial,
  { client, file, command, place }: Examined,
): Promise<readonly DoctorFinding[]> {
  const { scope, project, isLive } = place;
  const { root } = project;
  const live = isLive ? [await tryLive(client, { root, refused })] : [];
  const silencers = await findSilencers({ client, scope, root, home: homedir(), file, command });
  return [...findings, ...live, ...silencers];
}

function fileIn(files: Readonly<Record<HookScope, string>>, { scope, project }: HookPlace): string {
  return join(scope === 'project' ? project.root : homedir(), files[scope]);
}

const isUnprotected = ({ project }: HookPlace): boolean => project.settings.hooks?.protect === false;

/** A file of the agent that cannot be read is a finding; everything else is a fault of this program. */
function describeFault(client: AgentName, error: unknown): HookReport {
  if (!(error instanceof ServerConfigError || error instanceof TextFileError)) throw error;
  const { file } = error.data as { readonly file?: string };
  const findings = [failed(`Cannot tell whether the hook is in it: ${error.message}`)];
  return { client, file: file ?? '', command: undefined, findings };
}
