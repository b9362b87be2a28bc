import type { AgentCircumstances, AgentProfile, MatchedRule } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { compareStanding } from './compare-standing.ts';
import { describeGroup } from './describe-group.ts';
import { groupProbes, type ProbeGroup } from './group-probes.ts';
import { type JudgedPair, judgePair } from './judge-pair.ts';
import { mergeChanges } from './merge-changes.ts';
import { type ProfilePair, type ProfileSide, pairProfiles } from './pair-profiles.ts';
import type { ChangedCalls, ProfileChange } from './profile-change.ts';

/**
 * Compares what an agent's profiles may do before and after a change to its files, for the calls mentioned by a rule in
 * either state and for similar calls. Identical changes to several profiles are merged. Grants come first.
 */
export function compareProfiles(
  agent: PermissionAgent,
  [before, after]: readonly [before: ProfileSide, after: ProfileSide],
  circumstances: AgentCircumstances = {},
): readonly ProfileChange[] {
  const { root } = after;
  return mergeChanges([
    ...describeUnreadable(before, after),
    ...pairProfiles(agent, before, after).flatMap((pair) => comparePair(agent, { pair, circumstances, root })),
  ]);
}

/**
 * Describes files that can be read on only one side, so that their content on the other side is unknown. All readable
 * files are still compared.
 */
function describeUnreadable(before: ProfileSide, after: ProfileSide): readonly ProfileChange[] {
  const [then, now] = [new Set(before.unreadable), new Set(after.unreadable)];
  const differing = new Set([...then, ...now].filter((one) => !then.has(one) || !now.has(one)));
  return [...differing].map((sentence) => ({
    direction: 'unknown',
    profiles: after.profiles.map(({ name }) => name),
    what: `might be able to do more than before: ${sentence.replace(/\.$/, '')}`,
  }));
}

interface Comparison {
  readonly pair: ProfilePair;
  readonly circumstances: AgentCircumstances;
  readonly root: string;
}

function comparePair(agent: PermissionAgent, comparison: Comparison): readonly ProfileChange[] {
  const { pair, circumstances } = comparison;
  const start = compareStart(pair);
  if (start !== undefined) return start;
  if (pair.kind === 'gone') return [{ direction: 'other', profiles: [pair.name], what: 'is gone' }];
  const judged = judgePair(agent, pair, circumstances);
  if (pair.kind === 'new') return describeNew(agent, comparison, judged);
  const { probes } = judged;
  return [...describeCallChanges(agent, comparison, { judged, probes }), ...comparePlacedStanding(agent, pair)];
}

/**
 * Describes a new agent. The agent is relevant if it may do something that the session it replaces could not do before
 * and may not do now.
 */
function describeNew(agent: PermissionAgent, comparison: Comparison, judged: JudgedPair): readonly ProfileChange[] {
  const { pair, circumstances } = comparison;
  const session = pair.session ?? pair.before;
  const granted = new Set(
    judgePair(agent, { ...pair, before: session }, circumstances)
      .probes.filter(({ relation }) => relation === 'granted')
      .map(({ call }) => JSON.stringify(call)),
  );
  const probes = judged.probes.filter(
    ({ relation, call }) => relation === 'granted' && granted.has(JSON.stringify(call)),
  );
  const name = session.profile.name;
  const [direction, what] =
    probes.length > 0
      ? (['granted', `is new, and may do things that ${name} may not`] as const)
      : (['other', `is new, and may do no more than ${name}`] as const);
  return [{ direction, profiles: [pair.name], what }, ...describeCallChanges(agent, comparison, { judged, probes })];
}

function describeCallChanges(
  agent: PermissionAgent,
  { pair, root }: Comparison,
  { judged, probes }: { readonly judged: JudgedPair; readonly probes: JudgedPair['probes'] },
): readonly ProfileChange[] {
  return groupProbes(agent, { ...judged, probes }, pair).map((group): ProfileChange => {
    const { relation: direction, rule, formerly } = group;
    const what = describeGroup(group, { agent, pair, judged, root });
    const named = { ...(rule && { rule }), ...(formerly && { formerly }) };
    return { direction, profiles: [pair.name], what, ...named, calls: callsOf(group) };
  });
}

/**
 * Compares the settings that take effect without a call. They belong to a session, and therefore to the profile with
 * which the session starts.
 */
function comparePlacedStanding(agent: PermissionAgent, { name, before, after }: ProfilePair): readonly ProfileChange[] {
  const { standingSettings, isDefault } = agent;
  if (isDefault(before.profile) !== isDefault(after.profile)) return [];
  return compareStanding(name, [standingSettings(before.profile), standingSettings(after.profile)]);
}

/**
 * Describes a change to a profile if the agent fails to start in one of the states; returns undefined if it starts in
 * both.
 */
function compareStart({ name, before, after, kind }: ProfilePair): readonly ProfileChange[] | undefined {
  const [then, now] = [before.profile.doesNotStart, after.profile.doesNotStart];
  if (then === undefined && now === undefined) return undefined;
  if (kind !== 'same' || (then !== undefined && now !== undefined)) return [];
  if (now === undefined) {
    const what = 'now starts, and may do what its rules allow; before, it did not start';
    return [{ direction: 'granted', profiles: [name], what, ...(then && { formerly: faultRule(then) }) }];
  }
  const what = `no longer starts: ${now.message.replace(/\.$/, '')}`;
  return [{ direction: 'tightened', profiles: [name], what, rule: faultRule(now) }];
}

function faultRule({ message, file, line }: NonNullable<AgentProfile['doesNotStart']>): MatchedRule {
  return { rule: message, effect: 'deny', file, line };
}

function callsOf({ probes }: ProbeGroup): ChangedCalls {
  return {
    before: [...new Set(probes.map((probe) => probe.before.effect))],
    after: [...new Set(probes.map((probe) => probe.after.effect))],
    tools: [...new Set(probes.map(({ call }) => call.tool))],
    examples: probes.map(({ call }) => call),
    by: probes.flatMap((probe) => probe.after.by),
    was: probes.flatMap((probe) => probe.before.by),
  };
}
