import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { AgentName, HookScope } from '@modegate/agent-hooks';
import type { JsonObject } from '@modegate/json';
import { askCodex } from '../hook/ask-codex.ts';
import { type DoctorFinding, failed, proved, unproved } from './finding.ts';
import { objectAt, readSettingsFiles } from './settings-file.ts';

/** A hook that may be silenced. */
export interface SilencedHook {
  readonly client: AgentName;
  readonly scope: HookScope;
  /** Folder of the project. */
  readonly root: string;
  readonly home: string;
  /** The file that holds the hook, and the command or the address in it; a plugin has none. */
  readonly file: string;
  readonly command: string | undefined;
}

/** Looks for everything by which an agent skips a hook without a word, and says what cannot be looked at. */
export async function findSilencers(hook: SilencedHook): Promise<readonly DoctorFinding[]> {
  const { files = () => [], isOff = () => undefined, more, unseen } = silencers[hook.client];
  const readings = await readSettingsFiles(files(hook));
  const faults = readings.flatMap((reading) => {
    if ('fault' in reading) return [reading.fault];
    const key = isOff(reading.settings);
    return key === undefined ? [] : [failed(`${reading.file} silences hooks: ${key}.`)];
  });
  const clean = readings.length > 0 && faults.length === 0 ? [proved('No settings file switches hooks off.')] : [];
  return [...clean, ...faults, ...(await more(hook)), ...unseen.map(unproved)];
}

/** Where an agent can silence its hooks. */
interface Silencers {
  readonly files?: (hook: SilencedHook) => readonly string[];
  /** The key that switches hooks off, where a settings file does. */
  readonly isOff?: (settings: JsonObject) => string | undefined;
  /** What is looked at beside settings. */
  readonly more: (hook: SilencedHook) => Promise<readonly DoctorFinding[]>;
  /** What nothing on the disk tells, as sentences. */
  readonly unseen: readonly string[];
}

const offForAll = ({ disableAllHooks: isOff }: JsonObject): string | undefined =>
  isOff === true ? '"disableAllHooks": true' : undefined;

const nothing = async (): Promise<readonly DoctorFinding[]> => [];

const managedClaude =
  process.platform === 'darwin'
    ? '/Library/Application Support/ClaudeCode/managed-settings.json'
    : '/etc/claude-code/managed-settings.json';

const claudeLists =
  'Whether Claude Code may ask this address with this token: "allowedHttpHookUrls" and "httpHookAllowedEnvVars" of its settings can forbid it.';

const silencers: Readonly<Record<AgentName, Silencers>> = {
  'claude-code': {
    files: ({ root, home }) => [
      managedClaude,
      join(home, '.claude/settings.json'),
      join(root, '.claude/settings.json'),
      join(root, '.claude/settings.local.json'),
    ],
    isOff: (settings) =>
      settings.allowManagedHooksOnly === true ? '"allowManagedHooksOnly": true' : offForAll(settings),
    more: async ({ command }) => (/^https?:/.test(command ?? '') ? [unproved(claudeLists)] : []),
    unseen: [
      'Claude Code runs no hooks when it is started with --bare or --safe-mode.',
      'On a terminal it runs no hooks in a folder until you trust the folder; it asks when it starts.',
    ],
  },
  codex: {
    more: findCodexTrust,
    unseen: ['Codex runs no hooks when it is started with the feature `hooks` switched off.'],
  },
  copilot: {
    files: ({ file, home }) => [file, join(home, '.copilot/config.json'), join(home, '.copilot/settings.json')],
    isOff: offForAll,
    more: findCopilotTrust,
    unseen: ['Other hooks that answer "allow" are not looked for.'],
  },
  cline: {
    more: nothing,
    unseen: [
      'Cline drops a plugin that does not load, and all of them when one takes more than four seconds to start. It says so only in its log.',
    ],
  },
  cursor: {
    more: nothing,
    unseen: [
      "This hook follows Cursor's documentation and has never been run in Cursor. Try it there with a call that must be refused.",
    ],
  },
  kilo: { more: nothing, unseen: ['Kilo loads no plugins when it is started with --pure or KILO_PURE=1.'] },
  opencode: { more: nothing, unseen: ['opencode loads no plugins when it is started with --pure or OPENCODE_PURE=1.'] },
  gemini: {
    files: ({ root, home }) => [join(home, '.gemini/settings.json'), join(root, '.gemini/settings.json')],
    isOff: isOffInGemini,
    more: (hook) => findFolderTrust(hook, join(hook.home, '.gemini/trustedFolders.json')),
    unseen: [],
  },
  qwen: {
    files: ({ root, home }) => [join(home, '.qwen/settings.json'), join(root, '.qwen/settings.json')],
    isOff: offForAll,
    more: findQwenTrust,
    unseen: ['Qwen Code runs no hooks when it is started with --safe-mode or --bare.'],
  },
};

function isOffInGemini(settings: JsonObject): string | undefined {
  const { enabled, disabled } = objectAt(settings, 'hooksConfig');
  if (enabled === false) return '"hooksConfig": { "enabled": false }';
  return Array.isArray(disabled) && disabled.includes('modegate')
    ? '"modegate" in "hooksConfig": { "disabled": … }'
    : undefined;
}

async function findCopilotTrust({ scope, root, home }: SilencedHook): Promise<readonly DoctorFinding[]> {
  if (scope === 'global') return [];
  const [config] = await readSettingsFiles([join(home, '.copilot/config.json')]);
  const { trusted_folders: old, trustedFolders: own } =
    config !== undefined && 'settings' in config ? config.settings : {};
  const folders = [old, own].flat().filter((folder) => typeof folder === 'string');
  if (isBelow(root, folders)) return [proved('Copilot trusts the folder of the project.')];
  return [
    failed(
      'Copilot does not trust the folder of the project, so it silently skips the hook unless it is started with --trust-folder. Start it there once and trust the folder.',
    ),
  ];
}

async function findQwenTrust(hook: SilencedHook): Promise<readonly DoctorFinding[]> {
  const [own] = await readSettingsFiles([join(hook.home, '.qwen/settings.json')]);
  const settings = own !== undefined && 'settings' in own ? own.settings : {};
  const { enabled } = objectAt(objectAt(settings, 'security'), 'folderTrust');
  return enabled === true ? findFolderTrust(hook, join(hook.home, '.qwen/trustedFolders.json')) : [];
}

/** The file in which Gemini CLI and Qwen Code keep what they were told of folders. */
async function findFolderTrust({ scope, root }: SilencedHook, file: string): Promise<readonly DoctorFinding[]> {
  if (scope === 'global') return [];
  const [reading] = await readSettingsFiles([file]);
  const rules = Object.entries(reading !== undefined && 'settings' in reading ? reading.settings : {});
  const foldersOf = (level: string) => rules.flatMap(([folder, given]) => (given === level ? [folder] : []));
  if (isBelow(root, foldersOf('DO_NOT_TRUST')))
    return [failed(`${file} says that the folder of the project is not trusted, so its hooks are not read.`)];
  const trusted = [...foldersOf('TRUST_FOLDER'), ...foldersOf('TRUST_PARENT').map((folder) => dirname(folder))];
  if (isBelow(root, trusted)) return [proved('The folder of the project is trusted.')];
  return [
    unproved(
      "The agent runs a project's hooks only in a trusted folder, and its settings do not say whether this one is trusted.",
    ),
  ];
}

function isBelow(root: string, folders: readonly string[]): boolean {
  const inside = `${realpathSync(root)}/`;
  return folders.some((folder) => inside.startsWith(`${folder.replace(/\/+$/, '')}/`));
}

async function findCodexTrust({ root, file, command }: SilencedHook): Promise<readonly DoctorFinding[]> {
  const answer = await askCodex(root, { file, command: command ?? '' });
  if (answer.state === 'unavailable')
    return [unproved(`Cannot tell whether Codex trusts the hook and the project: ${answer.detail}.`)];
  if (answer.state === 'missing')
    return [
      failed(
        'Codex does not list the hook. It reads the hooks of a project only in a trusted project: start it there once and trust it.',
      ),
    ];
  const { hook } = answer;
  if (!hook.enabled) return [failed('Codex has the hook switched off. Switch it on with /hooks.')];
  if (hook.trustStatus === 'trusted' || hook.trustStatus === 'managed')
    return [proved('Codex trusts the hook as it is now.')];
  return [
    failed(
      `Codex silently skips the hook: its state is '${hook.trustStatus}'. Run \`modegate hook install --client codex --trust\`, or trust it in /hooks.`,
    ),
  ];
}
