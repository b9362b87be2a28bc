import { join } from 'node:path';
import { AppError, expandPath } from '@modegate/cli-kit';
import { settingsDefaults, withDefaults } from './settings-defaults.ts';
import type { SettingsReader } from './settings-reader.ts';
import { capacityBounds, type SettingsFile } from './settings-schema.ts';

/**
 * Resolves the limits on sessions for each principal, or for all clients without authentication.
 *
 * @throws {AppError} exit code 2 if a value is not an integer within its bounds.
 */
export function resolveSessionCapacity({ pick, placeOf }: SettingsReader, content: SettingsFile) {
  const file = withDefaults('sessions', content);
  const read = (name: keyof typeof capacityBounds, written: number): number => {
    const text = pick(name);
    return text === undefined ? written : readInteger(text, placeOf(name, ''), capacityBounds[name]);
  };
  return {
    /** Maximum number of open tasks. */
    sessions: read('maxTasks', file.max_tasks),
    /** Maximum number of tasks that have ended but can still be read. */
    endedSessions: read('maxEndedTasks', file.max_ended_tasks),
    /** Maximum size in bytes of all tasks with their histories, at about two bytes per character. */
    bytes: read('maxSessionBytes', file.max_bytes),
    /** Maximum number of principals that have tasks or MCP sessions at the same time. */
    owners: read('maxPrincipals', file.max_principals),
  } as const;
}

/**
 * Resolves the session file; returns undefined if sessions are stored only in memory. A folder given by a flag or
 * variable enables the file; the key `storage_path` only specifies the folder that is used if `enabled` is set.
 */
export function resolveSessionFile({ pick, placeOf }: SettingsReader, content: SettingsFile): string | undefined {
  const { storage_path: byDefault } = settingsDefaults.sessions.persistence;
  const { enabled = false, storage_path: path } = content.sessions?.persistence ?? {};
  const folder = pick('sessionStorage', enabled ? (path ?? byDefault) : undefined);
  const place = placeOf('sessionStorage', 'sessions.persistence.storage_path');
  return folder === undefined ? undefined : join(expandPath(folder, place), 'sessions.db');
}

function readInteger(
  text: string,
  place: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new AppError(`${place} must be an integer from ${least} to ${most}, not '${text.slice(0, 60)}'.`);
}
