import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentName } from '@modegate/agent-hooks';
import { resolvePointer } from '@modegate/json';
import { askCodex } from '../hook/ask-codex.ts';
import { type DoctorFinding, failed, proved, unproved } from './finding.ts';
import type { InstalledHookCheck } from './installed-hook-check.ts';
import { readHookSettings } from './settings-file.ts';

/** Checks whether an agent has been granted the trust that it requires before it runs a hook. */
export async function findTrust(hook: InstalledHookCheck): Promise<readonly DoctorFinding[]> {
  const found = await trusts[hook.client]?.(hook);
  return found === undefined ? [] : [found];
}

type Trust = Promise<DoctorFinding | undefined>;

const trusts: Readonly<Partial<Record<AgentName, (hook: InstalledHookCheck) => Trust>>> = {
  codex: findCodexTrust,
  copilot: findCopilotTrust,
  gemini: (hook) => findFolderTrust(hook, join(hook.home, '.gemini/trustedFolders.json')),
  qwen: findQwenTrust,
};

async function findCopilotTrust({ scope, root, home }: InstalledHookCheck): Trust {
  if (scope === 'global') return undefined;
  const { trusted_folders: old, trustedFolders: own } = await readHookSettings(join(home, '.copilot/config.json'));
  const folders = [old, own].flat().filter((folder) => typeof folder === 'string');
  if (isBelow(root, folders)) return proved('Copilot trusts the project folder.');
  return failed(
    'Copilot does not trust the project folder, so it silently skips the hook unless it is started with --trust-folder. Start Copilot in that folder once and trust the folder.',
  );
}

async function findQwenTrust(hook: InstalledHookCheck): Trust {
  const settings = await readHookSettings(join(hook.home, '.qwen/settings.json'));
  const isAsked = resolvePointer(settings, '/security/folderTrust/enabled') === true;
  return isAsked ? findFolderTrust(hook, join(hook.home, '.qwen/trustedFolders.json')) : undefined;
}

/** Returns the file in which Gemini CLI and Qwen Code record the folders that they trust. */
async function findFolderTrust({ scope, root }: InstalledHookCheck, file: string): Trust {
  if (scope === 'global') return undefined;
  const rules = Object.entries(await readHookSettings(file));
  const foldersOf = (level: string) => rules.flatMap(([folder, given]) => (given === level ? [folder] : []));
  if (isBelow(root, foldersOf('DO_NOT_TRUST')))
    return failed(`${file} says that the project folder is not trusted, so its hooks are not read.`);
  const trusted = [...foldersOf('TRUST_FOLDER'), ...foldersOf('TRUST_PARENT').map((folder) => dirname(folder))];
  if (isBelow(root, trusted)) return proved('The project folder is trusted.');
  return unproved(
    "The agent runs a project's hooks only in a trusted folder, and its settings do not say whether this folder is trusted.",
  );
}

function isBelow(root: string, folders: readonly string[]): boolean {
  const inside = `${realpathSync(root)}/`;
  return folders.some((folder) => inside.startsWith(`${folder.replace(/\/+$/, '')}/`));
}

async function findCodexTrust({ root, file, command }: InstalledHookCheck): Trust {
  const answer = await askCodex(root, { file, command: command ?? '' });
  if (answer.state === 'unavailable')
    return unproved(`Cannot tell whether Codex trusts the hook and the project: ${answer.detail}.`);
  if (answer.state === 'missing')
    return failed(
      'Codex does not list the hook. It reads project hooks only if the project is trusted: start Codex there once and trust the project.',
    );
  const { hook } = answer;
  if (!hook.enabled) return failed('The hook is switched off in Codex. Switch it on with /hooks.');
  if (hook.trustStatus === 'trusted' || hook.trustStatus === 'managed')
    return proved('Codex trusts the current version of the hook.');
  return failed(
    `Codex silently skips the hook: its state is '${hook.trustStatus}'. Run \`modegate hook install --client codex --trust\`, or trust it in /hooks.`,
  );
}
