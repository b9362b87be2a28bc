import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { createParentWatchdog } from './parent-watchdog.ts';

/** A process that leads a group of its own, with everything that it starts. */
export interface ProcessGroup {
  /** Whether any process of the group is left; on Windows: whether the leader is. */
  isAlive(): boolean;
  /**
   * Asks all of them to end, once: to some programs a second request means to drop everything. Windows has no such request, so that this ends
   * them there.
   */
  terminate(): void;
  /** Ends all of them. */
  kill(): void;
  /** Takes the group off the list of those that are ended when our own process exits or dies. */
  release(): void;
}

/** Makes a group of a process that has just been started with `detached`, and sees to it that it does not outlive us. */
export function adoptProcessGroup(pid: number, platform: NodeJS.Platform): ProcessGroup {
  const windows = platform === 'win32';
  killOnExit.set(
    pid,
    windows ? () => spawnSync('taskkill', taskkillArguments(pid)) : () => signalGroup(pid, 'SIGKILL'),
  );
  watchExit();
  if (!windows) parentWatchdog.add(pid);
  let isAsked = false;
  return {
    isAlive: () => (windows ? signal(pid, 0) : signalGroup(pid, 0) && (platform !== 'linux' || hasRunningMember(pid))),
    terminate: () => {
      if (isAsked) return;
      isAsked = true;
      if (windows) endTree(pid);
      else signalGroup(pid, 'SIGTERM');
    },
    kill: () => {
      if (windows) endTree(pid);
      else signalGroup(pid, 'SIGKILL');
    },
    release: () => {
      killOnExit.delete(pid);
      if (!windows) parentWatchdog.remove(pid);
    },
  };
}

// One entry, one listener and one watch for all, however many servers there are.
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

// False when there is none to signal; a process that is not ours any more (EPERM) is none of ours either.
function signal(pid: number, name: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, name);
  } catch {
    return false;
  }
}

/** The arguments by which `taskkill` ends a process and everything that it started, without asking. */
export function taskkillArguments(pid: number): readonly string[] {
  return ['/PID', String(pid), '/T', '/F'];
}

/**
 * Whether a process group has a member that is more than a zombie. In a container whose first process reaps no zombies, they
 * stay in the process table, and a signal still finds them. Only Linux can tell; elsewhere the answer is yes.
 */
function hasRunningMember(groupId: number): boolean {
  try {
    return readdirSync('/proc').some((name) => NUMBER.test(name) && isRunningMember(name, groupId));
  } catch {
    return true;
  }
}

const NUMBER = /^\d+$/u;
// proc_pid_stat(5): the name in parentheses may hold anything; state, parent and group follow the last one.
const STATE_AND_GROUP = /\) (\S) -?\d+ (\d+) [^)]*$/u;

function isRunningMember(pid: string, groupId: number): boolean {
  const found = STATE_AND_GROUP.exec(statOf(pid));
  return found !== null && Number(found[2]) === groupId && found[1] !== 'Z' && found[1] !== 'X';
}

// A process may go while one looks.
function statOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return '';
  }
}
