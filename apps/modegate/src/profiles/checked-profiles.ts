import { type AgentReading, findRisksBetween } from '@modegate/agent-policies';
import type { PermissionFault } from '@modegate/policy-check';
import { escapeControls } from '@modegate/policy-check/reporters';
import type { LoadedProfiles } from './load-profiles.ts';

/** Returns the faults in agents' files, and the risks in their content. */
export function permissionFaults(used: readonly LoadedProfiles[]): readonly PermissionFault[] {
  const texts = new Map(used.flatMap((one) => [...one.texts]));
  const textOf = (file: string) => texts.get(file) ?? '';
  const risks = [
    ...used.flatMap((one) => one.agent.findRisks(one, one.files)),
    ...findRisksBetween(used.map((one) => ({ agent: one.agent, reading: one, files: one.files }))),
  ];
  const faults: readonly PermissionFault[] = [
    ...used.flatMap(({ problems }) => problems).map((fault) => ({ ...fault, text: textOf(fault.file) })),
    ...risks.map((risk) => ({
      ...risk,
      text: textOf(risk.file),
      related: risk.related.map((place) => ({ ...place, text: textOf(place.file) })),
    })),
  ];
  // Two agents that read the same file may find the same fault, and one of them may find it in more locations.
  const sorted = faults.toSorted((a, b) => a.message.length - b.message.length);
  return [...new Map(sorted.map((fault) => [keyOf(fault), fault])).values()];
}

function keyOf({ rule, file, line, message }: PermissionFault): string {
  return JSON.stringify([rule, file, line, message.replace(/ The same is true .*$/s, '')]);
}

/** Agents whose files a check read, and the files that it did not read. */
export interface ReadAgents {
  readonly agents: readonly LoadedProfiles[];
  /** Phrases describing files that relate to agents but are not read. */
  readonly unread: readonly string[];
}

/**
 * Describes the files that were read for each agent, such as "Claude Code: 2 profiles, 34 rules in
 * .claude/settings.json", and the files that were not read.
 */
export function describeRead(projects: readonly ReadAgents[]): readonly string[] {
  return projects.flatMap(({ agents, unread }) => [
    ...describeAgents(agents),
    ...unread.map((phrase) => `Not read: ${phrase}`),
  ]);
}

function describeAgents(used: readonly LoadedProfiles[]): readonly string[] {
  return used.map(({ agent, profiles, read }) => {
    const parts = describeFiles(read);
    const more = parts.length > maxShown ? [`and ${parts.length - maxShown} more`] : [];
    const number = `${profiles.length} profile${profiles.length === 1 ? '' : 's'}`;
    return escapeControls(`${agent.title}: ${[number, ...parts.slice(0, maxShown), ...more].join(', ')}`);
  });
}

const maxShown = 5;

/** Describes each file individually, but groups agents and roles in one folder: "5 agents in .claude/agents". */
function describeFiles(read: AgentReading['read']): readonly string[] {
  const groups = Map.groupBy(read, ({ file, contents }) => {
    const [, noun] = /^1 (agent|role)\b/.exec(contents) ?? [];
    return noun === undefined ? file : `${noun}s in ${file.slice(0, file.lastIndexOf('/'))}`;
  });
  const entries = [...groups].toSorted(([, a], [, b]) => Math.min(a.length, 2) - Math.min(b.length, 2));
  return entries.map(([title, files]) =>
    files.length > 1 ? `${files.length} ${title}` : files.map(describeFile).join(', '),
  );
}

/** Describes one file: "34 rules in opencode.json", or "opencode.json (dropped)" for a file with no rules. */
function describeFile({ file, contents }: AgentReading['read'][number]): string {
  return /^\d/.test(contents) ? `${contents} in ${file}` : `${file} (${contents})`;
}
