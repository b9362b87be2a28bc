import { readFileSync } from 'node:fs';

/** What Linux counts in, whatever the kernel's own clock. */
const tickMs = 10;

/** Processor time, in milliseconds, of the processes that this one has started and that have ended, with theirs. NaN where the system does not tell. */
export function endedChildrenMs() {
  const [, , userTicks, systemTicks] = readTicks('self');
  return (userTicks + systemTicks) * tickMs;
}

/** The same of a process that goes on, with its threads. */
export function processMs(pid) {
  const [userTicks, systemTicks] = readTicks(pid);
  return (userTicks + systemTicks) * tickMs;
}

/** Fields 14 to 17 of proc_pid_stat(5): own user and system time, and that of ended children. */
function readTicks(process) {
  try {
    const text = readFileSync(`/proc/${process}/stat`, 'utf8');
    // The name of the program, in parentheses, may have blanks.
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 15)
      .map(Number);
  } catch {
    return Array.from({ length: 4 }, () => Number.NaN);
  }
}
