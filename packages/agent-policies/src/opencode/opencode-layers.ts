import type { PermissionFile, PermissionFiles } from '../permission-files.ts';
import { machineFolders } from './agent-rules.ts';
import type { SettingsLayer } from './read-layers.ts';
import { foldersDown } from './start-folders.ts';

/** @internal Returns the files and folders that opencode merges for a start folder; later ones take precedence. */
export function opencodeLayers(files: PermissionFiles, start: string): readonly SettingsLayer[] {
  const { project, home } = files;
  const down = foldersDown(project, start);
  const user = home === undefined ? undefined : `${home}/.config/opencode`;
  const folders = [
    ...down.toReversed().map((folder) => `${folder}/.opencode`),
    ...(home === undefined ? [] : [`${home}/.opencode`]),
  ];
  const names = ['opencode.json', 'opencode.jsonc'];
  return [
    ...(user === undefined ? [] : settingsIn(files, user, ['config.json', ...names])),
    ...down.flatMap((folder) => settingsIn(files, folder, names)),
    ...(user === undefined ? [] : [{ kind: 'agents' as const, folder: user }]),
    ...[...new Set(folders)].flatMap((folder): readonly SettingsLayer[] => [
      ...settingsIn(files, folder, names),
      { kind: 'agents', folder },
    ]),
    ...machineFolders('opencode').flatMap((folder) => settingsIn(files, folder.slice(0, -1), names)),
  ];
}

/** @internal Returns the layers for files with these names in a folder, in the order of the names. */
export function settingsIn(
  { files }: PermissionFiles,
  folder: string,
  names: readonly string[],
): readonly SettingsLayer[] {
  return names.flatMap((name) =>
    files
      .filter(({ path }: PermissionFile) => path === `${folder}/${name}`)
      .map((file): SettingsLayer => ({ kind: 'settings', file })),
  );
}
