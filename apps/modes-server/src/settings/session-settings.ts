import { join } from 'node:path';
import { AppError, type Environment, expandPath, nonEmpty } from '@modegate/cli-kit';
import { capacitySettings, defaultStorage, type SettingsFile } from './settings-schema.ts';

/** Options for the size and location of the sessions from the command line. */
export interface SessionFlags {
  readonly maxTasks?: string;
  readonly maxEndedTasks?: string;
  readonly maxSessionBytes?: string;
  readonly maxPrincipals?: string;
  readonly sessionStorage?: string;
}

/** Size limits for the sessions of this server: for each principal, or for all sessions if clients are anonymous. */
export interface SessionCapacity {
  /** Tasks that have not ended. Default 1 000. */
  readonly sessions: number;
  /** Ended tasks that can still be read. Default 1 000. */
  readonly endedSessions: number;
  /** Bytes for all tasks and their histories, about two per character. Default 16 777 216. */
  readonly bytes: number;
  /** Principals that have tasks, or MCP sessions, at the same time. Default 64. */
  readonly owners: number;
}

/**
 * Resolves the size limits of sessions: flags win over the environment, the environment over the file, the file over
 * the defaults.
 *
 * @throws {AppError} exit code 2, when a value is not an integer within its bounds.
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
 * Resolves the file that keeps the sessions across restarts; undefined if they are kept in memory. A flag or variable
 * with a folder requests it; the key `storage_path` only sets the location if `enabled` requests it.
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
