import { relative, sep } from 'node:path';
import { resolveCheckSettings } from '@modegate/policy-check/node';
import type { Settings, SettingsFlags } from '../settings.ts';
import { revisionFiles } from './revision-files.ts';
import { settingsPlaces } from './settings-places.ts';

/**
 * Returns the settings in a revision, or the current settings if a file was specified.
 *
 * @throws {AppError} in the same cases as {@link revisionFiles}, and with exit code 2 when the revision's configuration
 * file cannot be used.
 */
export async function revisionSettings(settings: Settings, flags: SettingsFlags, revision: string): Promise<Settings> {
  if (flags.config !== undefined) return settings;
  const { repository } = settings.place;
  const files = await revisionFiles({ root: repository, repository }, revision);
  const names = new Set(await files.list());
  const nameOf = (path: string) => relative(repository, path).replaceAll(sep, '/');
  const file = settingsPlaces(settings.place).find((path) => names.has(nameOf(path)));
  const checked = await resolveCheckSettings(settings.place, flags, {
    find: () => file,
    read: async (path) => files.read(nameOf(path)),
  });
  return { ...settings, ...checked };
}
