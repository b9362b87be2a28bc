import type { CommandAgent } from '@modegate/agent-hooks';
import { readTextFileSync } from '@modegate/text-files';
import { launcherFile, launcherMark } from '../hook/launcher.ts';
import { type DoctorFinding, failed, unproved } from './finding.ts';

/** Reports a launcher from an earlier version, and the variables that take effect before its first line. */
export function examineLauncher(client: CommandAgent, command: string): readonly DoctorFinding[] {
  const file = launcherFile(client);
  const reading = command.includes(file) ? readTextFileSync(file) : undefined;
  const findings: DoctorFinding[] = [];
  if (reading?.state === 'read' && !reading.text.includes(launcherMark)) {
    const cause = 'was written by an earlier version, which trusts the environment';
    findings.push(failed(`${file} ${cause}. Run \`modegate hook install\` again.`));
  }
  const set = early.filter((name) => process.env[name] !== undefined);
  const are = `${set.join(', ')} ${set.length === 1 ? 'is' : 'are'}`;
  if (set.length > 0) findings.push(unproved(`${are} set here, and can take effect before the hook does.`));
  return findings;
}

/** Variables that the program loader and the agent's shell read before they start the launcher. */
const early = 'LD_PRELOAD LD_LIBRARY_PATH LD_AUDIT DYLD_INSERT_LIBRARIES DYLD_LIBRARY_PATH BASH_ENV ENV'.split(' ');
