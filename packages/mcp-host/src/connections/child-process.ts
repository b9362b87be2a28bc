import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { adoptProcessGroup, type ProcessGroup } from './process-group.ts';
import { spawnFailure } from './spawn-failure.ts';
import { planWindowsSpawn, type SpawnPlan } from './windows-spawn.ts';

/** What to start. */
export interface ChildProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string | undefined;
  readonly platform: NodeJS.Platform;
}

/** A process that runs, with its streams and the group that it leads. */
export interface RunningChild {
  readonly pid: number;
  readonly process: ChildProcessWithoutNullStreams;
  readonly group: ProcessGroup;
}

/**
 * Starts a process as the leader of a group of its own, without a shell; resolves when it runs.
 *
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
    child.once('spawn', () => {
      child.off('error', fail);
      // A process that cannot be signalled reports it here, too; the group is what is signalled.
      child.on('error', () => undefined);
      const { pid } = child;
      if (pid === undefined) fail(new Error('The process has no id'));
      else resolve({ pid, process: child, group: adoptProcessGroup(pid, options.platform) });
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
    ...(cwd === undefined ? {} : { cwd }),
    stdio: 'pipe',
    shell: false,
    // On Windows this would open a console window; `taskkill /T` finds the children there without it.
    detached: platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: plan.verbatim,
  });
}

function explained(cause: unknown, { command, cwd }: ChildProcessOptions): Error {
  if (cause instanceof Error && cause.name === 'HostError') return cause;
  return spawnFailure({ command, cwd, cwdExists: cwd === undefined || isFolder(cwd), cause });
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
