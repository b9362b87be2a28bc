import { AppError, print } from '@modegate/cli-kit';
import { createLock, formatLock, verifyLock } from '@modegate/policy-check/lock';
import { loadLock } from '@modegate/policy-check/node';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import { escapeControls, escapedJson } from '@modegate/policy-check/reporters';
import { mergeServers } from '@modegate/server-config';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { countOf } from '../list-words.ts';
import { readAgentServers } from '../profiles/agent-servers.ts';
import { loadInventory } from '../project/inventory.ts';
import { workingFiles } from '../project/listed-files.ts';
import { loadLiveInventory } from '../project/live/live-inventory.ts';
import { exitCodeWithout, refuseToWrite } from '../project/live/unreachable-servers.ts';
import { type LoadedProject, loadReadableProject } from '../project/load-project.ts';
import { styledAs } from '../report-style.ts';
import { resolveSettings, type Settings, type SettingsFlags } from '../settings.ts';
import { loadUsedAgents } from './check-project.ts';
import { writeText } from './write-text.ts';

/** Flags for `modegate lock`. */
interface LockFlags extends SettingsFlags {
  readonly verify?: boolean;
  readonly format?: 'text' | 'json';
}

/**
 * Records what the servers offer, or compares what they currently offer with the record. Returns 1 if the two differ, 4
 * if that cannot be determined.
 */
export async function runLock(flags: LockFlags): Promise<ExitCode> {
  const settings = await resolveSettings(flags);
  const offer = await loadOffer(settings);
  return flags.verify === true ? verify(settings, offer, flags) : write(settings, offer);
}

type Offer = Pick<LoadedProject, 'unanswered'> & { readonly servers: readonly ServerInventory[] };

async function loadOffer(settings: Settings): Promise<Offer> {
  const { inventoryFile, live } = settings;
  if (inventoryFile !== undefined) return { servers: await loadInventory(inventoryFile), unanswered: [] };
  if (live === undefined)
    throw new AppError(
      'The tools of the servers are not known. Give them with --inventory <file>, a list of { "name", "tools" }, or start the servers with --live.',
      exitCodes.unevaluated,
    );
  const quiet = { ...settings, live: undefined, lock: { ...settings.lock, isAsked: false } };
  const project = await loadReadableProject(quiet);
  const files = { ...workingFiles(settings.place), list: async () => project.projectFiles };
  const agents = await loadUsedAgents(settings.place, files);
  const entries = mergeServers([project.servers, ...agents.map(readAgentServers)]).servers;
  const { inventory, unanswered } = await loadLiveInventory({ entries, live, root: settings.place.root });
  // The lock is written or compared here, so it cannot also be the source of what the servers offer.
  if (inventory === undefined) throw new AppError('No server can be started.', exitCodes.unevaluated);
  return { servers: inventory, unanswered };
}

async function write(settings: Settings, { servers, unanswered }: Offer): Promise<ExitCode> {
  refuseToWrite('The lock was', unanswered);
  const before = await loadLock({ ...settings, lock: { ...settings.lock, isAsked: false } });
  const lock = createLock(servers, before?.lock);
  await writeText(settings.lock.file, formatLock(lock), settings.place);
  const locked = Object.values(lock.servers);
  const tools = locked.reduce((sum, server) => sum + Object.keys(server.tools).length, 0);
  const what = `${countOf(tools, 'tool')} of ${countOf(locked.length, 'server')}`;
  print(`Wrote ${what} to ${settings.lock.file}`);
  return exitCodes.clean;
}

async function verify(settings: Settings, { servers, unanswered }: Offer, { format }: LockFlags): Promise<ExitCode> {
  const loaded = await loadLock({ ...settings, lock: { ...settings.lock, isAsked: true } });
  if (loaded === undefined)
    throw new AppError(`The lock file ${settings.lock.file} does not exist.`, exitCodes.unevaluated);
  const { lock } = loaded;
  // For a server that is disabled and was never locked, there is nothing to compare.
  const isCompared = ({ name, tools }: ServerInventory) =>
    settings.live === undefined ||
    tools !== undefined ||
    unanswered.includes(name) ||
    Object.hasOwn(lock.servers, name);
  const { drift, unchecked: unknown, weaker } = verifyLock(lock, servers.filter(isCompared));
  const unchecked = [...new Set([...unknown, ...unanswered])];
  if (format === 'json') print(escapedJson({ version: 1, drift, unchecked, weaker }, 2));
  else {
    for (const { severity, message } of drift) print(`${styledAs(severity, severity)} ${escapeControls(message)}`);
    for (const server of unchecked)
      print(styledAs('warning', escapeControls(`The current tools of ${server} are not known.`)));
    if (drift.length + unchecked.length === 0) print(styledAs('success', 'Every tool matches the lock.'));
    for (const server of weaker) print(styledAs('warning', escapeControls(describeWeaker(server))));
  }
  if (drift.length > 0) return exitCodeWithout(unanswered, exitCodes.findings);
  return unchecked.length > 0 ? exitCodes.unevaluated : exitCodes.clean;
}

function describeWeaker(server: string): string {
  return `The lock has an older format for ${server}: it does not detect a second tool with the same name, or a change to any field other than title, description, inputSchema, outputSchema and annotations. To lock everything, run \`modegate lock\` again.`;
}
