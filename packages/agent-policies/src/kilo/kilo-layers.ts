import { machineFolders } from '../opencode/agent-rules.ts';
import { noSettings } from '../opencode/agent-settings.ts';
import { entriesIn, textAt, valueAt } from '../opencode/file-value.ts';
import { settingsIn } from '../opencode/opencode-layers.ts';
import { readFileJsonc } from '../opencode/read-file-jsonc.ts';
import type { SettingsLayer } from '../opencode/read-layers.ts';
import { foldersDown } from '../opencode/start-folders.ts';
import type { PermissionFile, PermissionFiles } from '../permission-files.ts';
import { legacySettings } from './legacy-files.ts';

const kiloNames = ['kilo.json', 'kilo.jsonc'];
const opencodeNames = ['opencode.json', 'opencode.jsonc'];
const userNames = ['config.json', ...kiloNames, ...opencodeNames];
/** File names in a folder, in the order in which Kilo reads them. */
const folderNames = ['kilo.jsonc', 'kilo.json', 'opencode.jsonc', 'opencode.json'];

/**
 * @internal Returns the files and folders that Kilo merges for a start folder; later ones take precedence, and
 * `opencode.json` takes precedence over `kilo.json`.
 */
export function kiloLayers(files: PermissionFiles, start: string): readonly SettingsLayer[] {
  const { project, home } = files;
  const down = foldersDown(project, start);
  const up = [...down].reverse();
  const user = home === undefined ? undefined : `${home}/.config/kilo`;
  const both = (folder: string) => [`${folder}/.kilocode`, `${folder}/.kilo`];
  const folders = [...up.flatMap(both), ...(home === undefined ? [] : both(home))];
  return [
    { kind: 'given', settings: legacySettings(files, start) },
    ...(user === undefined ? [] : userLayers(files, user)),
    ...down.flatMap((folder) => settingsIn(files, folder, kiloNames)),
    ...down.flatMap((folder) => settingsIn(files, folder, opencodeNames)),
    ...(user === undefined ? [] : [{ kind: 'agents' as const, folder: user }]),
    ...[...new Set(folders)].flatMap((folder): readonly SettingsLayer[] => [
      ...settingsIn(files, folder, folderNames),
      { kind: 'agents', folder },
    ]),
    ...machineFolders('kilo').flatMap((folder) => settingsIn(files, folder.slice(0, -1), folderNames)),
  ];
}

/**
 * Applies the change that Kilo makes when it first starts: it writes `bash: "allow"` to the last user file if any file
 * contains settings and none mentions commands.
 */
function userLayers(files: PermissionFiles, folder: string): readonly SettingsLayer[] {
  const layers = settingsIn(files, folder, userNames);
  const isDone = files.files.some(({ path }) => path === `${folder}/.bash-permission-migrated`);
  const found = layers.flatMap((layer) => (layer.kind === 'settings' ? [layer.file] : []));
  const last = found.at(-1);
  if (isDone || last === undefined || found.some(saysBash) || !found.some(hasSettings)) return layers;
  const leaf = { action: 'allow', file: last.name, line: 1, uncertain: false } as const;
  return [...layers, { kind: 'given', settings: { ...noSettings, permission: new Map([['bash', { leaf }]]) } }];
}

/**
 * True for a file that contains an entry for commands or for everything; a file that cannot be parsed also prevents the
 * change.
 */
function saysBash({ text }: PermissionFile): boolean {
  const root = readFileJsonc(text);
  if (root === undefined) return false;
  if ('what' in root) return true;
  const permission = valueAt(root, 'permission');
  return textAt(permission) !== undefined || valueAt(permission, 'bash') !== undefined;
}

function hasSettings({ text }: PermissionFile): boolean {
  const root = readFileJsonc(text);
  return root !== undefined && !('what' in root) && entriesIn(root).some(([key]) => key !== '$schema');
}
