import { readdirSync, readFileSync } from 'node:fs';

/**
 * Whether a process group has a member that is more than a zombie. In a container whose first process buries nobody, the dead
 * stay in the table for ever, and a signal still finds them. Only Linux can tell; elsewhere the answer is yes.
 */
export function hasLivingMember(groupId: number): boolean {
  try {
    return readdirSync('/proc').some((name) => NUMBER.test(name) && isLivingMember(name, groupId));
  } catch {
    return true;
  }
}

const NUMBER = /^\d+$/u;
// proc_pid_stat(5): the name in parentheses may hold anything; state, parent and group follow the last one.
const STATE_AND_GROUP = /\) (\S) -?\d+ (\d+) [^)]*$/u;

function isLivingMember(pid: string, groupId: number): boolean {
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
