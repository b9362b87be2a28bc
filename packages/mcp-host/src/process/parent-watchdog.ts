import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Ends process groups when our own process has gone without ending them: killed by SIGKILL, or for want of memory. */
export interface ParentWatchdog {
  /** Takes note of a group, by the id of its leader, in the same turn. */
  add(groupId: number): void;
  /** Forgets a group that has ended. */
  remove(groupId: number): void;
}

/**
 * Creates a watch that starts nothing before the first group. It is a shell (less than 2 MB) in a session of its own that reads a pipe of ours; the
 * system closes the pipe when we die, however we do. Without `/bin/sh` there is none, and nothing else changes.
 */
export function createParentWatchdog(): ParentWatchdog {
  const groups = new Set<number>();
  let shell: ChildProcess | undefined;
  const tell = (what: 'add' | 'remove', groupId: number): void => void shell?.stdin?.write(`${what} ${groupId}\n`);
  const begin = (): void => {
    const started = startShell();
    shell = started;
    // If it was killed, the next group gets another one, which is given all groups.
    started?.once('exit', () => {
      shell = undefined;
    });
    for (const groupId of groups) tell('add', groupId);
  };
  return {
    add: (groupId) => {
      groups.add(groupId);
      if (shell === undefined) begin();
      else tell('add', groupId);
    },
    remove: (groupId) => {
      groups.delete(groupId);
      tell('remove', groupId);
    },
  };
}

function startShell(): ChildProcess | undefined {
  try {
    const shell = spawn('/bin/sh', ['-c', SCRIPT], {
      // A process that signals our group, closes our terminal or removes our folder does not concern it.
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    shell.on('error', () => undefined);
    // There are no streams where the system had no room for them.
    const input = shell.stdin as Partial<Socket> | null | undefined;
    input?.on?.('error', () => undefined);
    input?.unref?.();
    shell.unref();
    return shell;
  } catch {
    return undefined;
  }
}

/**
 * Reads `add <group>` and `remove <group>`; when the input ends, asks the groups that are left to end, and ends them a second later.
 *
 * A number may be given to another process once a group has gone. Linux keeps the number while one of the group is left, so it is another's
 * exactly when the leader's start (proc_pid_stat(5), field 22) is not the one that was noted.
 */
const SCRIPT = `
set -f
trap '' HUP INT TERM
groups=
started() {
  start=
  read -r line < "/proc/$1/stat" || return 0
  set -- \${line##*) }
  shift 19
  start=$1
}
is_ours() {
  started "\${1%:*}"
  [ -z "$start" ] || [ "$start" = "\${1#*:}" ]
}
signal_all() {
  found=
  for each in $groups; do
    is_ours "$each" && kill -s "$1" -- "-\${each%:*}" && found=1
  done
}
while read -r what id; do
  if [ "$what" = add ]; then
    started "$id"
    groups="$groups $id:$start"
  else
    kept=
    for each in $groups; do [ "\${each%:*}" = "$id" ] || kept="$kept $each"; done
    groups=$kept
  fi
done
signal_all TERM
[ -z "$found" ] && exit
sleep 1
signal_all KILL
`;
