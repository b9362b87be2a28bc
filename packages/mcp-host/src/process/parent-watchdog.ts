import { type ChildProcess, spawn } from 'node:child_process';
import type { Socket } from 'node:net';

/** Ends process groups if this process dies without ending them, because of SIGKILL or a lack of memory. */
export type ParentWatchdog = ReturnType<typeof createParentWatchdog>;

/**
 * Creates a watchdog that starts with the first group. The watchdog is a shell (less than 2 MB) in its own session that
 * reads a pipe from this process; the system closes the pipe when this process dies, for whatever reason. Without
 * `/bin/sh`, there is no watchdog, but everything else works.
 */
export function createParentWatchdog() {
  const groups = new Set<number>();
  let shell: ChildProcess | undefined;
  const tell = (what: 'add' | 'remove', groupId: number): void => void shell?.stdin?.write(`${what} ${groupId}\n`);
  const begin = (): void => {
    const started = startShell();
    shell = started;
    // If the shell is killed, adding the next group starts another shell, which receives all groups.
    started?.once('exit', () => {
      shell = undefined;
    });
    for (const groupId of groups) tell('add', groupId);
  };
  return {
    /** Registers a group by the id of its leader, synchronously. */
    add: (groupId: number) => {
      groups.add(groupId);
      if (shell === undefined) begin();
      else tell('add', groupId);
    },
    /** Unregisters a group that has ended. */
    remove: (groupId: number) => {
      groups.delete(groupId);
      tell('remove', groupId);
    },
  };
}

function startShell(): ChildProcess | undefined {
  try {
    const shell = spawn('/bin/sh', ['-c', SCRIPT], {
      // Protects the shell from signals to this process's group, a closed terminal or a removed folder.
      detached: true,
      cwd: '/',
      env: { PATH: '/usr/bin:/bin' },
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    shell.on('error', () => undefined);
    // The streams are missing if the system ran out of resources.
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
 * Reads `add <group>` and `remove <group>`; at the end of the input, terminates the remaining groups and kills them a
 * second later.
 *
 * A group id may be reused. Linux reserves the id while a member of the group exists, so the group belongs to another
 * program if, and only if, the leader's start time (proc_pid_stat(5), field 22) has changed.
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
