import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { attempt, defined } from '@modegate/json';
import { HostError } from '../host-error.ts';
import { adoptProcessGroup, type ProcessGroup } from './process-group.ts';
import { planWindowsSpawn, type SpawnPlan } from './windows-spawn.ts';

export interface ChildProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly platform: NodeJS.Platform;
}

/** A running process with its streams and its process group. */
export interface RunningChild {
  readonly pid: number;
  readonly process: ChildProcessWithoutNullStreams;
  readonly group: ProcessGroup;
}

/**
 * Starts a process as a group leader, without a shell; resolves once the process is running.
 * @throws HostError `UPSTREAM_START_FAILED`.
 */
export function startChildProcess(options: ChildProcessOptions): Promise<RunningChild> {
  return new Promise((resolve, reject) => {
    const fail = (cause: unknown): void => reject(explained(cause, options));
    let child: ChildProcessWithoutNullStreams;
    try {
      child = spawnPlanned(planSpawn(options), options);
    } catch (error) {
      fail(error);
      return;
    }
    child.once('error', fail);
    const { pid } = child;
    if (pid === undefined) return;
    // Runs in the same turn, so that the process cannot remain without a registered group.
    const group = adoptProcessGroup(pid, options.platform);
    child.once('spawn', () => {
      child.off('error', fail);
      // A failure to signal the process is also reported through this event; the group is signalled instead.
      child.on('error', () => undefined);
      resolve({ pid, process: child, group });
    });
  });
}

function planSpawn({ command, args, env, cwd, platform }: ChildProcessOptions): SpawnPlan {
  if (platform !== 'win32') return { command, args, verbatim: false };
  return planWindowsSpawn({ command, args, env, cwd: cwd ?? process.cwd(), fileExists: existsSync });
}

function spawnPlanned(plan: SpawnPlan, { env, cwd, platform }: ChildProcessOptions): ChildProcessWithoutNullStreams {
  return spawn(plan.command, plan.args, {
    env,
    ...defined({ cwd }),
    stdio: 'pipe',
    shell: false,
    // On Windows, this option would open a console window; `taskkill /T` finds the child processes there without this
    // option.
    detached: platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: plan.verbatim,
  });
}

/** Creates the error, including advice, for a process that could not be started. */
function explained(cause: unknown, options: ChildProcessOptions): Error {
  if (cause instanceof Error && cause.name === 'HostError') return cause;
  const { command } = options;
  const systemCode = codeOf(cause);
  const reason = reasonFor(cause, systemCode, options);
  return new HostError('UPSTREAM_START_FAILED', `Could not start "${command}": ${reason}`, {
    data: { target: command, reason, systemCode },
    cause,
  });
}

function reasonFor(cause: unknown, systemCode: string | undefined, { command, cwd }: ChildProcessOptions): string {
  // Without its working folder, spawn reports ENOENT for the command.
  if (cwd !== undefined && attempt(() => statSync(cwd).isDirectory()) !== true)
    return `its working folder "${cwd}" does not exist or is not a folder. Correct "cwd" or create the folder.`;
  const known = systemCode === undefined ? undefined : REASONS[systemCode];
  if (known !== undefined) return known(command);
  return `${cause instanceof Error ? cause.message : String(cause)}.`;
}

const REASONS: Readonly<Record<string, (command: string) => string>> = {
  ENOENT: (command) =>
    /[\\/]/u.test(command)
      ? 'the file does not exist, or the interpreter in its first line is missing. Correct "command".'
      : 'it was not found in the PATH. Install it, or give "command" as an absolute path.',
  EACCES: () =>
    'it may not be executed. Make the file executable, or put the interpreter in "command" and the file in "args".',
  ENOEXEC: () => 'it is not a program. Put its interpreter in "command" and the file in "args".',
  ENOTDIR: () => 'a part of its path is not a folder. Correct "command" and "cwd".',
  E2BIG: () => 'its arguments and environment are too long. Shorten "args" or "env".',
  EMFILE: () => 'too many files are open. Configure fewer servers or raise the limit (ulimit -n).',
  ENFILE: () => 'too many files are open on this machine.',
  EAGAIN: () => 'the system cannot start more processes. End some processes, or raise the limit (ulimit -u).',
  ENOMEM: () => 'there is not enough memory.',
  ERR_INVALID_ARG_VALUE: () => 'the command, an argument or a variable contains a null byte. Remove it.',
};

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
