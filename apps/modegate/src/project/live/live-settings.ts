import { AppError } from '@modegate/cli-kit';

/** Command-line flags for starting servers to query what they offer. */
export interface LiveFlags {
  readonly live?: boolean;
  readonly yes?: boolean;
  readonly trustProject?: boolean;
  /** Time in seconds, as entered by the user. */
  readonly timeout?: string;
}

/** Settings for starting and querying servers. */
export interface LiveSettings {
  /** True to skip asking for permission, because the user has already agreed. */
  readonly isConfirmed: boolean;
  /** True to also start, without asking, servers that only the project specifies. */
  readonly isProjectTrusted: boolean;
  /** Absolute path of the record of servers that a user has agreed to start. */
  readonly trustFile: string;
  /** Time limit for all servers combined. */
  readonly timeoutMs: number;
}

const defaultTimeoutSeconds = 20;
const maxTimeoutSeconds = 3_600;

/**
 * Reads the settings for querying servers; returns undefined if none may be started.
 *
 * @throws {AppError} exit code 2 when the flags contradict each other or the time is invalid.
 */
export function readLive(
  flags: LiveFlags & { readonly inventory?: string },
  trustFile: string,
): LiveSettings | undefined {
  if (flags.live !== true) {
    const idle = findIdleFlag(flags);
    if (idle !== undefined) throw new AppError(`${idle} has no effect without --live.`);
    return undefined;
  }
  if (flags.inventory !== undefined)
    throw new AppError('--live and --inventory both provide the tools of the servers; use only one of them.');
  return {
    isConfirmed: flags.yes === true,
    isProjectTrusted: flags.trustProject === true,
    trustFile,
    timeoutMs: readSeconds(flags.timeout) * 1_000,
  };
}

function findIdleFlag({ yes, trustProject, timeout }: LiveFlags): string | undefined {
  if (yes === true) return '--yes';
  if (trustProject === true) return '--trust-project';
  return timeout === undefined ? undefined : '--timeout';
}

function readSeconds(text: string | undefined): number {
  if (text === undefined) return defaultTimeoutSeconds;
  const seconds = /^\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  if (seconds > 0 && seconds <= maxTimeoutSeconds) return seconds;
  throw new AppError(
    `--timeout expects a number of seconds above 0 and at most ${maxTimeoutSeconds}; received '${text.slice(0, 80)}'.`,
  );
}
