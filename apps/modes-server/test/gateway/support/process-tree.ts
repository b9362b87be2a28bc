import { readdirSync, readFileSync } from 'node:fs';

/** A process as Linux tells it; the start tells it from a later one with the same number. */
export interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly start: string;
  readonly command: string;
}

/** Everything that runs; what has ended and waits to be buried does not. */
export function runningProcesses(): readonly Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name)) ?? []);
}

/** What a process has started, and what that has started. */
export function descendantsOf(pid: number, all = runningProcesses()): readonly Process[] {
  return all.filter(({ parent }) => parent === pid).flatMap((child) => [child, ...descendantsOf(child.pid, all)]);
}

/** What carries a variable in its environment, whoever has started it. */
export function processesWith(variable: string): readonly Process[] {
  return runningProcesses().filter(({ pid }) => read(pid, 'environ').split('\0').includes(variable));
}

/** Those that still run. */
export function stillRunning(known: readonly Process[]): readonly Process[] {
  const now = new Map(runningProcesses().map(({ pid, start }) => [pid, start]));
  return known.filter(({ pid, start }) => now.get(pid) === start);
}

function readProcess(pid: number): Process | undefined {
  // proc_pid_stat(5): the name in parentheses may hold anything; state, parent and, 18 fields on, the start follow it.
  const fields = read(pid, 'stat').split(') ').at(-1)?.split(' ') ?? [];
  const [state = 'X', parent, start = ''] = [fields[0], fields[1], fields[19]];
  if (state === '' || 'ZX'.includes(state)) return undefined;
  return { pid, parent: Number(parent), start, command: read(pid, 'cmdline').replaceAll('\0', ' ') };
}

// A process may go while one looks.
function read(pid: number, what: string): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8');
  } catch {
    return '';
  }
}
