import { homedir } from 'node:os';
import { join } from 'node:path';
import { type AgentName, type HookScope, installedHooks } from '@modegate/agent-hooks';
import { printable } from '@modegate/policy-check/reporters';
import { print, printText, stayIn } from '@modegate/program-shell';
import { readHook, ServerConfigError } from '@modegate/server-config';
import { requireTextFile, TextFileError } from '@modegate/text-files';
import { findSilencers } from '../doctor/find-silencers.ts';
import { type FindingStanding, failed, type HookReport } from '../doctor/finding.ts';
import { type InstalledEntry, readEntry } from '../doctor/installed-entry.ts';
import { tryLive } from '../doctor/live/try-live.ts';
import { tryCommand } from '../doctor/try-command.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { launcherName } from '../hook/launcher.ts';
import { type HookProject, loadHookProject } from '../hook/load-hook-project.ts';
import { styled } from '../report-style.ts';

/** Flags of `modegate hook doctor`. */
export interface HookDoctorFlags {
  readonly client?: AgentName;
  readonly projectRoot?: string;
  /** Does one refused call in the agent itself. */
  readonly live?: boolean;
  readonly json?: boolean;
}

/** Tries out every installed hook. Returns 1 when something does not hold, or nothing is installed. */
export async function runHookDoctor(flags: HookDoctorFlags): Promise<ExitCode> {
  const project = await loadHookProject({
    projectRoot: flags.projectRoot,
    cwd: process.cwd(),
    globalConfigDir: undefined,
  });
  const clients = flags.client === undefined ? (Object.keys(installedHooks) as AgentName[]) : [flags.client];
  const reports: HookReport[] = [];
  // One after the other: what one takes must not count as the time of another.
  for (const client of clients)
    for (const scope of ['project', 'global'] as const) {
      const report = await examine(client, { scope, project, isLive: flags.live === true });
      if (report !== undefined) reports.push(report);
    }
  if (flags.json === true) printText(`${JSON.stringify({ hooks: reports }, null, 2)}\n`);
  else show(reports);
  const isSound = reports.every(({ findings }) => findings.every(({ standing }) => standing !== 'failed'));
  return isSound && reports.length > 0 ? exitCodes.clean : exitCodes.findings;
}

interface HookPlace {
  readonly scope: HookScope;
  readonly project: HookProject;
  readonly isLive: boolean;
}

async function examine(client: AgentName, place: HookPlace): Promise<HookReport | undefined> {
  const { root } = place.project;
  const home = homedir();
  const { files, event } = installedHooks[client];
  const file = join(place.scope === 'project' ? root : home, files[place.scope]);
  const without = (detail: string) => ({ client, file, command: '', findings: [failed(detail)] });
  const isOurs = (one: unknown) => JSON.stringify(one)?.includes(launcherName(client)) === true;
  const readFile = (path: string) => requireTextFile(path, stayIn(root, path));
  const reading = await readHook({ file, event, isOurs, readFile }).then((item) => ({ item }), describeFault);
  if ('fault' in reading) return without(`Whether the hook is in it cannot be known: ${reading.fault}`);
  const { item } = reading;
  if (item === undefined) return undefined;
  const entry = readEntry(client, item);
  if (entry === undefined) return without('The entry holds no command.');
  const { command } = entry;
  const silencers = await findSilencers({ client, scope: place.scope, root, home, file, command });
  return { client, file, command, findings: [...(await tryOut(client, entry, place)), ...silencers] };
}

/** A file of the agent that cannot be read is a finding; everything else is a fault of this program. */
function describeFault(error: unknown): { readonly fault: string } {
  if (error instanceof ServerConfigError || error instanceof TextFileError) return { fault: error.message };
  throw error;
}

async function tryOut(client: AgentName, entry: InstalledEntry, { project, isLive }: HookPlace) {
  const { root, settings } = project;
  const place = { client, root, isUnprotected: settings.hooks?.protect === false };
  const { findings, refused } = await tryCommand(entry, place);
  const live = isLive ? [await tryLive(client, { root, refused })] : [];
  return [entry.finding, ...findings, ...live];
}

const styles = { proved: 'success', failed: 'error', unproved: 'faint' } as const;

function show(reports: readonly HookReport[]): void {
  for (const { client, file, command, findings } of reports) {
    print(`${styled('heading', client)}  ${printable(file)}`);
    print(`  ${styled('faint', printable(shorten(command)))}`);
    for (const { standing, detail } of findings) print(`  ${showStanding(standing)}  ${printable(detail)}`);
    print();
  }
  print(reports.length === 0 ? notInstalled : countFindings(reports));
}

const notInstalled = 'No hook of Modegate is installed here. `modegate hook install --client <agent>` writes one.';

function countFindings(reports: readonly HookReport[]): string {
  const all = reports.flatMap(({ findings }) => findings);
  const count = (wanted: FindingStanding) => all.filter(({ standing }) => standing === wanted).length;
  return `${count('proved')} proved, ${count('failed')} failed, ${count('unproved')} cannot be proved from here.`;
}

/** Without the refusal that follows where the command cannot be started. */
function shorten(command: string): string {
  return command.split(' || ')[0] ?? command;
}

function showStanding(standing: FindingStanding): string {
  return styled(styles[standing], standing.padEnd('unproved'.length));
}
