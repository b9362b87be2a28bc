import { spawn, spawnSync } from 'node:child_process';
import { hasLivingMember } from './living-members.ts';
import { taskkillArguments } from './windows-taskkill.ts';

/** A process that leads a group of its own, with everything that it starts. */
export interface ProcessGroup {
  /** Whether any process of the group is left; on Windows: whether the leader is. */
  isAlive(): boolean;
  /** Asks all of them to end. Windows has no such request, so that this ends them there. */
  terminate(): void;
  /** Ends all of them. */
  kill(): void;
  /** Takes the group off the list of those that are ended when our own process exits. */
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
  const end = windows ? () => endTree(pid) : undefined;
  return {
    isAlive: () => (windows ? signal(pid, 0) : signalGroup(pid, 0) && (platform !== 'linux' || hasLivingMember(pid))),
    terminate: end ?? (() => signalGroup(pid, 'SIGTERM')),
    kill: end ?? (() => signalGroup(pid, 'SIGKILL')),
    release: () => killOnExit.delete(pid),
  };
}

// One entry and one listener for all, however many servers there are.
const killOnExit = new Map<number, () => unknown>();
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
