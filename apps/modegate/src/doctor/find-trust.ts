import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentName } from '@modegate/agent-hooks';
import { askCodex } from '../hook/ask-codex.ts';
import { type DoctorFinding, failed, proved, unproved } from './finding.ts';
import type { InstalledHookCheck } from './installed-hook-check.ts';
import { objectAt, readSettingsFiles } from './settings-file.ts';

/** Checks whether an agent has been granted the trust that it requires before it runs a hook. */
export async function findTrust(hook: InstalledHookCheck): Promise<readonly DoctorFinding[]> {
  return (await trusts[hook.client]?.(hook)) ?? [];
}

const trusts: Readonly<Partial<Record<AgentName, (hook: InstalledHookCheck) => Promise<readonly DoctorFinding[]>>>> = {
  codex: findCodexTrust,
  copilot: findCopilotTrust,
  gemini: (hook) => findFolderTrust(hook, join(hook.home, '.gemini/trustedFolders.json')),
  qwen: findQwenTrust,
};

async function findCopilotTrust({ scope, root, home }: InstalledHookCheck): Promise<readonly DoctorFinding[]> {
  if (scope === 'global') return [];
  const [config] = await readSettingsFiles([join(home, '.copilot/config.json')]);
  const { trusted_folders: old, trustedFolders: own } =
    config !== undefined && 'settings' in config ? config.settings : {};
  const folders = [old, own].flat().filter((folder) => typeof folder === 'string');
  if (isBelow(root, folders)) return [proved('Copilot trusts the project folder.')];
  return [
    failed(
      'Copilot does not trust the project folder, so it silently skips the hook unless it is started with --trust-folder. Start Copilot in that folder once and trust the folder.',
    ),
  ];
}

async function findQwenTrust(hook: InstalledHookCheck): Promise<readonly DoctorFinding[]> {
  const [own] = await readSettingsFiles([join(hook.home, '.qwen/settings.json')]);
  const settings = own !== undefined && 'settings' in own ? own.settings : {};
  const { enabled } = objectAt(objectAt(settings, 'security'), 'folderTrust');
  return enabled === true ? findFolderTrust(hook, join(hook.home, '.qwen/trustedFolders.json')) : [];
}

/** Returns the file in which Gemini CLI and Qwen Code record the folders that they trust. */
async function findFolderTrust({ scope, root }: InstalledHookCheck, file: string): Promise<readonly DoctorFinding[]> {
  if (scope === 'global') return [];
  const [reading] = await readSettingsFiles([file]);
  const rules = Object.entries(reading !== undefined && 'settings' in reading ? reading.settings : {});
  const foldersOf = (level: string) => rules.flatMap(([folder, given]) => (given === level ? [folder] : []));
  if (isBelow(root, foldersOf('DO_NOT_TRUST')))
    return [failed(`${file} says that the project folder is not trusted, so its hooks are not read.`)];
  const trusted = [...foldersOf('TRUST_FOLDER'), ...foldersOf('TRUST_PARENT').map((folder) => dirname(folder))];
  if (isBelow(root, trusted)) return [proved('The project folder is trusted.')];
  return [
    unproved(
      "The agent runs a project's hooks only in a trusted folder, and its settings do not say whether this folder is trusted.",
    ),
  ];
}

function isBelow(root: string, folders: readonly string[]): boolean {
  const inside = `${realpathSync(root)}/`;
  return folders.some((folder) => inside.startsWith(`${folder.replace(/\/+$/, '')}/`));
}

async function findCodexTrust({ root, file, command }: InstalledHookCheck): Promise<readonly DoctorFinding[]> {
  const answer = await askCodex(root, { file, command: command ?? '' });
  if (answer.state === 'unavailable')
    return [unproved(`Cannot tell whether Codex trusts the hook and the project: ${answer.detail}.`)];
  if (answer.state === 'missing')
    return [
      failed(
        'Codex does not list the hook. It reads project hooks only if the project is trusted: start Codex there once and trust the project.',
      ),
    ];
  const { hook } = answer;
  if (!hook.enabled) return [failed('The hook is switched off in Codex. Switch it on with /hooks.')];
  if (hook.trustStatus === 'trusted' || hook.trustStatus === 'managed')
    return [proved('Codex trusts the current version of the hook.')];
  return [
    failed(
      `Codex silently skips the hook: its state is '${hook.trustStatus}'. Run \`modegate hook install --client codex --trust\`, or trust it in /hooks.`,
    ),
  ];
}
