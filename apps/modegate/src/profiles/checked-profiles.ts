import { findRisksBetween } from '@modegate/agent-policies';
import type { PermissionFault } from '@modegate/policy-check';
import { escapeControls } from '@modegate/policy-check/reporters';
import type { LoadedProfiles } from './load-profiles.ts';

/** Returns the agents whose own files are there; a file that others read too does not show that an agent is used. */
export function usedAgents(loaded: readonly LoadedProfiles[]): readonly LoadedProfiles[] {
  return loaded.filter(({ agent: { places }, texts, unreadable }) => {
    const isSign = (name: string) => places.signs.some((sign) => `/${name}`.includes(`/${sign}`));
    return [...texts.keys(), ...unreadable].some(isSign);
  });
}

/** Returns the faults in the files of agents, and the risks of what they say. */
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
  // Two agents that read the same file may find the same in it, one of them in more places.
  const sorted = faults.toSorted((a, b) => a.message.length - b.message.length);
  return [...new Map(sorted.map((fault) => [keyOf(fault), fault])).values()];
}

function keyOf({ rule, file, line, message }: PermissionFault): string {
  return JSON.stringify([rule, file, line, message.replace(/ The same is true .*$/s, '')]);
}

/** What a check read of agents, and what it did not. */
export interface ReadAgents {
  readonly agents: readonly LoadedProfiles[];
  /** Phrases about files that concern agents and are not read. */
  readonly unread: readonly string[];
}

/** Says what was read of each agent, "Claude Code: 2 profiles, 34 rules in .claude/settings.json", and what was not. */
export function describeRead(projects: readonly ReadAgents[]): readonly string[] {
  return projects.flatMap(({ agents, unread }) => [
    ...describeAgents(agents),
    ...unread.map((phrase) => `Not read: ${phrase}`),
  ]);
}

function describeAgents(used: readonly LoadedProfiles[]): readonly string[] {
  return used.map(({ agent, profiles, read }) => {
    const shown = read.slice(0, maxShown).map(describeFile);
    const more = read.length > maxShown ? [`and ${read.length - maxShown} more files`] : [];
    const number = `${profiles.length} profile${profiles.length === 1 ? '' : 's'}`;
    return escapeControls(`${agent.title}: ${[number, ...shown, ...more].join(', ')}`);
  });
}

const maxShown = 5;

/** "34 rules in opencode.json", and for a file without any "opencode.json (dropped)". */
function describeFile({ file, contents }: { readonly file: string; readonly contents: string }): string {
  return /^(?:\d|agent )/.test(contents) ? `${contents} in ${file}` : `${file} (${contents})`;
}
