import { join } from 'node:path';
import { AppError, type Environment, expandPath, nonEmpty } from '@modegate/cli-kit';
import { capacitySettings, defaultStorage, type SettingsFile } from './settings-schema.ts';

/** Command-line flags for session limits and storage. */
export interface SessionFlags {
  readonly maxTasks?: string;
  readonly maxEndedTasks?: string;
  readonly maxSessionBytes?: string;
  readonly maxPrincipals?: string;
  readonly sessionStorage?: string;
}

/** Limits on sessions for each principal, or for all clients without authentication. */
export interface SessionCapacity {
  /** Maximum number of open tasks. Default 1 000. */
  readonly sessions: number;
  /** Maximum number of tasks that have ended but can still be read. Default 1 000. */
  readonly endedSessions: number;
  /** Maximum size in bytes of all tasks with their histories, at about two bytes per character. Default 16 777 216. */
  readonly bytes: number;
  /** Maximum number of principals that have tasks or MCP sessions at the same time. Default 64. */
  readonly owners: number;
}

/**
 * Resolves the session limits: flags override the environment, which overrides the file, which overrides the defaults.
 *
 * @throws {AppError} exit code 2 if a value is not an integer within its bounds.
 */
export function resolveSessionCapacity(
  flags: SessionFlags,
  env: Environment,
  { sessions }: SettingsFile,
): SessionCapacity {
  const read = (name: keyof typeof capacitySettings, value: number | undefined): number => {
    const { flag, variable } = capacitySources[name];
    const text = flags[name] ?? nonEmpty(env[variable]);
    if (text === undefined) return value ?? capacitySettings[name].initial;
    return readInteger(text, flags[name] === undefined ? variable : flag, capacitySettings[name]);
  };
  return {
    sessions: read('maxTasks', sessions?.max_tasks),
    endedSessions: read('maxEndedTasks', sessions?.max_ended_tasks),
    bytes: read('maxSessionBytes', sessions?.max_bytes),
    owners: read('maxPrincipals', sessions?.max_principals),
  };
}

const capacitySources = {
  maxTasks: { flag: '--max-tasks', variable: 'MODEGATE_MAX_TASKS' },
  maxEndedTasks: { flag: '--max-ended-tasks', variable: 'MODEGATE_MAX_ENDED_TASKS' },
  maxSessionBytes: { flag: '--max-session-bytes', variable: 'MODEGATE_MAX_SESSION_BYTES' },
  maxPrincipals: { flag: '--max-principals', variable: 'MODEGATE_MAX_PRINCIPALS' },
} as const;

/**
 * Resolves the session file; undefined if sessions are kept in memory. A folder given by a flag or variable enables the
 * file; the key `storage_path` only sets the folder used with `enabled`.
 */
export function resolveSessionFile(
  flags: SessionFlags,
  env: Environment,
  { sessions }: SettingsFile,
): string | undefined {
  const asked = flags.sessionStorage ?? nonEmpty(env.MODEGATE_SESSION_STORAGE);
  const { enabled = false, storage_path: path } = sessions?.persistence ?? {};
  const folder = asked ?? (enabled ? (path ?? defaultStorage) : undefined);
  const place =
    flags.sessionStorage !== undefined
      ? '--session-storage'
      : asked !== undefined
        ? 'MODEGATE_SESSION_STORAGE'
        : 'sessions.persistence.storage_path';
  return folder === undefined ? undefined : join(expandPath(folder, place), 'sessions.db');
}

function readInteger(
  text: string,
  place: string,
  { least, most }: { readonly least: number; readonly most: number },
): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value >= least && value <= most) return value;
  throw new AppError(`${place} must be an integer from ${least} to ${most}, not '${text.slice(0, 60)}'.`, 2);
}
