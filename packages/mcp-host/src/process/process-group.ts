import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { attempt } from '@modegate/json';
import { createParentWatchdog } from './parent-watchdog.ts';

/** A process that leads a process group, together with all its descendants. */
export type ProcessGroup = ReturnType<typeof adoptProcessGroup>;

/** Registers the group of a process started with `detached`, so that the group does not outlive this process. */
export function adoptProcessGroup(pid: number, platform: NodeJS.Platform) {
  const windows = platform === 'win32';
  killOnExit.set(
    pid,
    windows ? () => spawnSync('taskkill', taskkillArguments(pid)) : () => signalGroup(pid, 'SIGKILL'),
  );
  watchExit();
  if (!windows) parentWatchdog.add(pid);
  let isAsked = false;
  return {
    /** True if any process in the group exists; on Windows, only the leader is checked. */
    isAlive: () => (windows ? signal(pid, 0) : signalGroup(pid, 0) && (platform !== 'linux' || hasRunningMember(pid))),
    /**
     * Sends SIGTERM to all processes in the group, but only once, because some programs treat a second SIGTERM as an
     * order to abandon all work. Windows has no equivalent, so the processes are killed on that platform.
     */
    terminate: () => {
      if (isAsked) return;
      isAsked = true;
      if (windows) endTree(pid);
      else signalGroup(pid, 'SIGTERM');
    },
    /** Kills all processes in the group. */
    kill: () => {
      if (windows) endTree(pid);
      else signalGroup(pid, 'SIGKILL');
    },
    /** Removes the group from the set of groups that are killed when this process exits or dies. */
    release: () => {
      killOnExit.delete(pid);
      if (!windows) parentWatchdog.remove(pid);
    },
  };
}

// All servers share one table, one listener and one watchdog.
const killOnExit = new Map<number, () => unknown>();
const parentWatchdog = createParentWatchdog();
let watching = false;

function watchExit(): void {
  if (watching) return;
  watching = true;
  process.once('exit', () => {
    for (const kill of killOnExit.values()) kill();
  });
}

function endTree(pid: number): void {
  spawn('taskkill', taskkillArguments(pid), { stdio: 'ignore', windowsHide: true }).on('error', () =>
    signal(pid, 'SIGKILL'),
  );
}

function signalGroup(pid: number, name: NodeJS.Signals | 0): boolean {
  return signal(-pid, name);
}

// Sends a signal; returns false if the process does not exist or may no longer be signalled (EPERM).
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  return attempt(() => process.kill(pid, name)) === true;
}

/** Returns the `taskkill` arguments that kill a process and its descendants without confirmation. */
export function taskkillArguments(pid: number): readonly string[] {
  return ['/PID', String(pid), '/T', '/F'];
}

/**
 * True if a process group has a member that is not a zombie. In a container whose init process does not reap zombies,
 * signals can still be sent to zombies. Detectable only on Linux; always true on other platforms.
 */
function hasRunningMember(groupId: number): boolean {
  const names = attempt(() => readdirSync('/proc'));
  return names?.some((name) => NUMBER.test(name) && isRunningMember(name, groupId)) ?? true;
}

const NUMBER = /^\d+$/u;
// proc_pid_stat(5): the name in parentheses may contain anything; state, parent and group follow the last parenthesis.
const STATE_AND_GROUP = /\) (\S) -?\d+ (\d+) [^)]*$/u;

function isRunningMember(pid: string, groupId: number): boolean {
  const found = STATE_AND_GROUP.exec(attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? '');
  return found !== null && Number(found[2]) === groupId && found[1] !== 'Z' && found[1] !== 'X';
}

// The process may have exited in the meantime.
