import { homedir } from 'node:os';
import type { AgentName, CommandAgent, HookScope, PluginAgent } from '@modegate/agent-hooks';
import { ServerConfigError } from '@modegate/server-config';
import { readHook } from '@modegate/server-config/clients';
import { TextFileError } from '@modegate/text-files';
import { hookFile, hookTarget, isPluginAgent } from '../hook/hook-files.ts';
import type { HookProject } from '../hook/load-hook-project.ts';
import { isInstalledPlugin } from '../plugin/install-plugin.ts';
import { examineLauncher } from './examine-launcher.ts';
import { findDisabledHooks } from './find-disabled-hooks.ts';
import { type DoctorFinding, failed, type HookReport, proved, unproved } from './finding.ts';
import { readEntry } from './installed-entry.ts';
import { tryLive } from './live/try-live.ts';
import type { StartFolder, StartFolders } from './start-folders.ts';
import { type CommandTrial, tryCommand } from './try-command.ts';
import { tryPlugin } from './try-plugin.ts';

/** A hook to examine: its location, and the options for the examination. */
export interface ExaminedHook extends StartFolders {
  readonly scope: HookScope;
  readonly project: HookProject;
  /** True if the examination also starts the agent itself. */
  readonly isLive: boolean;
  /** Scopes in which this agent has a Modegate hook. */
  readonly installed: readonly HookScope[];
}

/** Tests an agent's hook; returns undefined if none is installed. */
export async function examineHook(client: AgentName, place: ExaminedHook): Promise<HookReport | undefined> {
  const file = hookFile(client, place.scope, place.project.root);
  if (file === undefined) return undefined;
  const report = isPluginAgent(client) ? examinePlugin(client, file, place) : examineCommand(client, file, place);
  return report.catch((error: unknown) => describeFault(client, error));
}

async function examineCommand(
  client: CommandAgent,
  file: string,
  place: ExaminedHook,
): Promise<HookReport | undefined> {
  const item = await readHook(hookTarget(client, file, place.project.root));
  if (item === undefined) return undefined;
  const entry = readEntry(client, item);
  if (entry === undefined)
    return { client, file, command: undefined, findings: [failed('It contains neither a command nor an address.')] };
  const { command } = entry;
  const tried = await tryFolders(place, (folder) =>
    tryCommand(entry, { client, folder, isUnprotected: isUnprotected(place) }),
  );
  const more = await complete(tried, { client, file, command, place });
  return { client, file, command, findings: [entry.finding, ...examineLauncher(client, command), ...more] };
}

async function examinePlugin(client: PluginAgent, file: string, place: ExaminedHook): Promise<HookReport | undefined> {
  if (!(await isInstalledPlugin(file, place.project.root))) return undefined;
  const tried = await tryFolders(place, (folder) =>
    tryPlugin({ client, file, folder, isUnprotected: isUnprotected(place) }),
  );
  const findings = await complete(tried, { client, file, command: undefined, place });
  return { client, file, command: undefined, findings };
}

/** Results of the calls made from a single folder. */
interface TriedFolder extends CommandTrial {
  readonly folder: StartFolder;
}

async function tryFolders(
  { folders }: ExaminedHook,
  attempt: (folder: StartFolder) => Promise<CommandTrial>,
): Promise<readonly TriedFolder[]> {
  const tried: TriedFolder[] = [];
  for (const folder of folders) tried.push({ folder, ...(await attempt(folder)) });
  return tried;
}

/**
 * Describes all results for the root; for any other folder, adds one line and the failures that occur only in that
 * folder.
 */
function describeTrial(
  { findings, folder }: TriedFolder,
  index: number,
  [first]: readonly TriedFolder[],
): readonly DoctorFinding[] {
  if (index === 0) return findings;
  const known = first?.findings.map(({ detail }) => detail) ?? [];
  const others = findings.filter(({ status, detail }) => status !== 'proved' && !known.includes(detail));
  if (findings.some(({ status }) => status !== 'proved') && others.length === 0) return [];
  if (others.length === 0)
    return [proved(`When started in ${folder.name}, the hook gives the same result in every test that can run there.`)];
  return others.map(({ status, detail }) => ({ status, detail: `From ${folder.name}: ${detail}` }));
}

/** Combines the results for the hook alone with the results for the agent. */
async function complete(
  tried: readonly TriedFolder[],
  { client, file, command, place }: Omit<HookReport, 'findings'> & { readonly place: ExaminedHook },
): Promise<readonly DoctorFinding[]> {
  const { scope, project, isLive, installed, missing } = place;
  const live: DoctorFinding[] = [];
  for (const { folder, refused } of isLive ? tried : []) {
    const { status, detail } = await tryLive(client, { cwd: folder.cwd, refused });
    live.push({ status, detail: `Started in ${folder.name}: ${detail}` });
  }
  const { root } = project;
  const silencers = await findDisabledHooks({ client, scope, root, home: homedir(), file, command, installed });
  return [...tried.flatMap(describeTrial), ...missing.map(unproved), ...live, ...silencers];
}

const isUnprotected = ({ project }: ExaminedHook): boolean => project.settings.hooks?.protect === false;

/** An unreadable agent file is a finding; any other error is a fault of this program. */
function describeFault(client: AgentName, error: unknown): HookReport {
  if (!(error instanceof ServerConfigError || error instanceof TextFileError)) throw error;
  const { file } = error.data as { readonly file?: string };
  const findings = [failed(`Cannot tell whether it contains the hook: ${error.message}`)];
  return { client, file: file ?? '', command: undefined, findings };
}
