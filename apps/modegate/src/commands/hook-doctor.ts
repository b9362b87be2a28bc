import { type AgentName, agentNames } from '@modegate/agent-hooks';
import { print, printText } from '@modegate/cli-kit';
import { escapeControls } from '@modegate/policy-check/reporters';
import { type ExaminedHook, examineHook } from '../doctor/examine-hook.ts';
import { type FindingStatus, failed, type HookReport, proved } from '../doctor/finding.ts';
import { withStartFolders } from '../doctor/start-folders.ts';
import { type ExitCode, exitCodes } from '../exit-codes.ts';
import { findInstalled, notInstalled } from '../hook/find-installed.ts';
import { hookScopes } from '../hook/hook-files.ts';
import { loadHookProject } from '../hook/load-hook-project.ts';
import { describeRead } from '../profiles/checked-profiles.ts';
import { loadProfiles } from '../profiles/load-profiles.ts';
import { styledAs } from '../report-style.ts';

/** Flags for `modegate hook doctor`. */
export interface HookDoctorFlags {
  readonly client?: AgentName;
  readonly projectRoot?: string;
  /** Makes the agent itself perform a call that its hook must refuse. */
  readonly live?: boolean;
  readonly json?: boolean;
}

/** Tests every installed hook. Returns 1 if a test fails, or if no hook is installed. */
export async function runHookDoctor(flags: HookDoctorFlags): Promise<ExitCode> {
  const project = await loadHookProject({
    projectRoot: flags.projectRoot,
    cwd: process.cwd(),
    globalConfigDir: undefined,
  });
  const clients = flags.client === undefined ? agentNames : [flags.client];
  const known = { project, isLive: flags.live === true };
  const reports = await withStartFolders(project.root, (folders) => examineAll(clients, { ...folders, ...known }));
  const permissions = await examinePermissions(project.root, reports);
  if (flags.json === true) printText(`${JSON.stringify({ hooks: reports, permissions }, null, 2)}\n`);
  else show([...reports, ...permissions]);
  const isSound = [...reports, ...permissions].every(({ findings }) =>
    findings.every(({ status }) => status !== 'failed'),
  );
  return isSound && reports.length > 0 ? exitCodes.clean : exitCodes.findings;
}

async function examineAll(
  clients: readonly AgentName[],
  place: Omit<ExaminedHook, 'scope' | 'installed'>,
): Promise<readonly HookReport[]> {
  const reports: HookReport[] = [];
  // Tested one after another, because concurrent tests would distort the measured times.
  for (const client of clients) {
    // The examination reports unreadable files.
    const found = await findInstalled(client, place.project.root).catch(() => []);
    const installed = found.map(({ scope }) => scope);
    for (const scope of hookScopes) {
      const report = await examineHook(client, { ...place, scope, installed });
      if (report !== undefined) reports.push(report);
    }
  }
  return reports;
}

/** Reports the permission files read by the agents that have a hook, including those of the user and the machine. */
async function examinePermissions(root: string, hooks: readonly HookReport[]): Promise<readonly HookReport[]> {
  const loaded = await loadProfiles({ root, withUser: true, onlyUsed: true });
  return loaded.flatMap((one) => {
    const { agent, problems } = one;
    if (!hooks.some(({ client }) => client === agent.name)) return [];
    const lost = problems.filter(({ severity }) => severity === 'error');
    const findings = lost.map(({ file, line, message }) => failed(`${file}:${line}: ${message}`));
    const read = describeRead([{ agents: [one], unread: [] }]).map(proved);
    return [{ client: agent.name, file: 'its own permissions', command: undefined, findings: [...read, ...findings] }];
  });
}

const styles = { proved: 'success', failed: 'error', unproved: 'faint' } as const;

function show(reports: readonly HookReport[]): void {
  for (const { client, file, command, findings } of reports) {
    print(`${styledAs('heading', client)}  ${escapeControls(file)}`);
    if (command !== undefined) print(`  ${styledAs('faint', escapeControls(shorten(command)))}`);
    for (const { status, detail } of findings)
      print(`  ${styledAs(styles[status], status.padEnd('unproved'.length))}  ${escapeControls(detail)}`);
    print();
  }
  print(reports.length === 0 ? notInstalled : countFindings(reports));
}

function countFindings(reports: readonly HookReport[]): string {
  const all = reports.flatMap(({ findings }) => findings);
  const count = (wanted: FindingStatus) => all.filter(({ status }) => status === wanted).length;
  return `${count('proved')} proved, ${count('failed')} failed, ${count('unproved')} cannot be proved from here.`;
}

/** Omits the part of the command that prints a refusal if the hook cannot be started. */
function shorten(command: string): string {
  return command.split(' || ')[0] ?? command;
}
