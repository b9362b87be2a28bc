import { type AgentName, type HookDisabler, type HookScope, hookDisablers } from '@modegate/agent-hooks';
import { escapeControls } from '@modegate/policy-check/reporters';
import { readTextFile } from '@modegate/text-files';
import { listAgentFiles } from '../agent-settings/agent-files.ts';
import { listDisablingKeys, listFileFaults, type SettingsFault } from '../agent-settings/settings-faults.ts';
import { agentFilePath, hookFile } from '../hook/hook-files.ts';
import { listGitFiles } from '../project/git.ts';
import { findTrust } from './find-trust.ts';
import { type DoctorFinding, failed, proved, unproved } from './finding.ts';
import type { InstalledHookCheck } from './installed-hook-check.ts';

/** Finds everything that makes an agent silently skip a hook, and reports anything that cannot be checked. */
export async function findDisabledHooks(hook: InstalledHookCheck): Promise<readonly DoctorFinding[]> {
  return [
    ...(await findInFiles(hook)),
    ...(await findTrust(hook)),
    ...findUnreadFolders(hook),
    ...findEnvironment(hook),
    ...hookDisablers[hook.client].ways.flatMap((way) => describeWay(hook, way)),
    ...(unseen[hook.client] ?? []).map(unproved),
    ...(/^https?:/.test(hook.command ?? '') ? [unproved(claudeLists)] : []),
  ];
}

/** Gaps in the table of settings that disable hooks, by agent. */
const unseen: Readonly<Partial<Record<AgentName, readonly string[]>>> = {
  copilot: ['This check does not look for other hooks that answer "allow".'],
  cursor: [
    "This hook follows Cursor's documentation but has never been run in Cursor. Test it there with a call that must be refused.",
  ],
};

const claudeLists =
  'Cannot tell whether Claude Code may call this address with this token: "allowedHttpHookUrls" and "httpHookAllowedEnvVars" in its settings can forbid it.';

/** Reads the settings that determine whether hooks run, and reports the line that disables them. */
async function findInFiles(hook: InstalledHookCheck): Promise<readonly DoctorFinding[]> {
  const { title, keys, faults } = hookDisablers[hook.client];
  if (faults === undefined && keys.length === 0) return [];
  const own = { in: hook.scope === 'project' ? 'project' : 'home', path: '' } as const;
  const files = listAgentFiles(hook.client, await listGitFiles(hook.root));
  const others = files.map((file) => ({ in: file.in, path: agentFilePath(file, hook) }));
  const all = [{ ...own, path: hook.file }, ...others.filter(({ path }) => path !== hook.file)];
  const found = await Promise.all(all.map((file) => findInFile(hook, file)));
  const findings = found.flat();
  return findings.length > 0
    ? findings
    : [proved(`None of the settings files that were read stops ${title} from running the hook.`)];
}

async function findInFile(
  hook: InstalledHookCheck,
  { in: place, path }: { readonly in: 'home' | 'project' | 'machine'; readonly path: string },
): Promise<readonly DoctorFinding[]> {
  const { client, scope, file } = hook;
  const reading = await readTextFile(path);
  if (reading.state === 'missing') return [];
  if (reading.state !== 'read')
    return [failed(`${path} cannot be read, so it may contain settings that switch off hooks.`)];
  const where = path === hookFile(client, 'managed', hook.root) ? 'machine' : place;
  const spoiled = path === file || hookDisablers[client].faults?.syntax === 'stops';
  const faults = spoiled ? listFileFaults(client, where === 'machine' ? 'managed' : scope, reading.text) : [];
  const off = listDisablingKeys(client, where, reading.text).filter(({ heldBy }) => !heldBy.includes(scope));
  return [...faults, ...off].map((fault) => failed(describeFault(path, fault)));
}

function describeFault(file: string, { line, column, detail }: SettingsFault): string {
  return `${escapeControls(file)}:${line}:${column}: ${detail}`;
}

/** Reports folders in which an agent could start without reading this hook. */
function findUnreadFolders({ client, scope, root, installed }: InstalledHookCheck): readonly DoctorFinding[] {
  const { title, projectMissing } = hookDisablers[client];
  if (scope !== 'project' || projectMissing === undefined) return [];
  const other = installed.find((one) => one !== 'project');
  if (other !== undefined)
    return [proved(`When started in ${projectMissing}, ${title} reads the hook with the scope '${other}'.`)];
  return [
    failed(
      `${title} does not read this hook when it is started in ${projectMissing}. ${adviceFor(client, 'global', root)}`,
    ),
  ];
}

/** Checks the variables of this process that would be inherited by an agent started from the same shell. */
function findEnvironment({ client, scope, installed }: InstalledHookCheck): readonly DoctorFinding[] {
  const { title, movedHome, startLimit } = hookDisablers[client];
  const findings: DoctorFinding[] = [];
  if (movedHome?.affects.includes(scope) === true && process.env[movedHome.variable] !== undefined)
    findings.push(
      failed(
        `${movedHome.variable} is set here, so ${title} does not read ~/${movedHome.folder}, where the hook or its trust setting is.`,
      ),
    );
  if (startLimit !== undefined && installed.length > 0) {
    const { variable, wantedMs, detail } = startLimit;
    const isSet = Number(process.env[variable]) >= wantedMs;
    findings.push(
      isSet
        ? proved(`${variable} is set here, which gives plugins time to start.`)
        : failed(`${detail} The variable is not set here: start ${title} with \`${variable}=${wantedMs}\`.`),
    );
  }
  return findings;
}

function describeWay(
  { client, scope, root }: InstalledHookCheck,
  { when, heldBy }: HookDisabler,
): readonly DoctorFinding[] {
  if (heldBy.includes(scope)) return [];
  const { title } = hookDisablers[client];
  const [holding] = heldBy;
  const advice = holding === undefined ? '' : ` ${adviceFor(client, holding, root)}`;
  return [unproved(`${title} does not run hooks of this scope when ${when}.${advice}`)];
}

/** Returns the command that installs a reliable hook, or an empty string if no file on this system can contain one. */
function adviceFor(client: AgentName, scope: HookScope, root: string): string {
  if (hookFile(client, scope, root) === undefined) return '';
  return `\`modegate hook install --client ${client} --scope ${scope}\` installs a hook that cannot be skipped in this way.`;
}
