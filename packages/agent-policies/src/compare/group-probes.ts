import type { AgentAnswer, MatchedRule } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { opened } from './compare-answers.ts';
import { type JudgedPair, type JudgedProbe, ruleKey } from './judge-pair.ts';
import type { ProfilePair } from './pair-profiles.ts';

/**
 * Explanation for a difference: a new rule, a removed rule, the sandbox, or another rule or setting that now decides.
 */
export type ProbeCause = 'new' | 'gone' | 'sandbox' | 'other';

/** Calls whose answers differ in the same way and for the same reason. */
export interface ProbeGroup {
  readonly relation: 'granted' | 'tightened' | 'unknown';
  readonly cause: ProbeCause;
  /** Rule, read from a file, that now decides the calls. */
  readonly rule: MatchedRule | undefined;
  /** Rule that no longer decides the calls. */
  readonly formerly: MatchedRule | undefined;
  readonly probes: readonly JudgedProbe[];
}

/** Groups the calls whose answers differ by the rule that explains the difference. */
export function groupProbes(
  agent: PermissionAgent,
  judged: JudgedPair,
  { before, after }: ProfilePair,
): readonly ProbeGroup[] {
  const groups = new Map<string, ProbeGroup & { readonly probes: JudgedProbe[] }>();
  for (const probe of judged.probes) {
    const { relation } = probe;
    if (relation === 'same') continue;
    const explanation = explain(probe, judged, {
      isNew: (one) => agent.describeRule(after.profile, one) !== undefined,
      isGone: (one) => agent.describeRule(before.profile, one) !== undefined,
    });
    const key = JSON.stringify([relation, explanation.cause, ...keysOf(probe, explanation)]);
    const group = groups.get(key) ?? { relation, ...explanation, probes: [] };
    groups.set(key, { ...group, rule: sharedRule(group, explanation) });
    group.probes.push(probe);
  }
  return [...groups.values()];
}

/** Returns the rule that now decides all calls in a group; returns undefined if different rules decide them. */
function sharedRule({ cause, rule }: ProbeGroup, { rule: other }: Explanation): MatchedRule | undefined {
  const isSame = rule !== undefined && other !== undefined && ruleKey(rule) === ruleKey(other);
  return isSame || cause === 'sandbox' ? rule : undefined;
}

/** Returns what the calls in a group have in common, apart from the cause. */
function keysOf({ before, after, relation }: JudgedProbe, { cause, rule, formerly }: Explanation): readonly unknown[] {
  const isConfinement = before.effect === after.effect;
  if (relation === 'unknown') return after.effect === 'unknown' ? ['to', after.because] : ['from', before.because];
  if (cause === 'sandbox') return [opened(before.within, after.within), opened(after.within, before.within)];
  if (cause === 'gone') return [formerly && ruleKey(formerly), isConfinement];
  // If no rule explains the difference, for example after a change of mode, one sentence is enough.
  return [cause === 'new' && rule && ruleKey(rule), after.effect, isConfinement];
}

interface Known {
  readonly isNew: (rule: MatchedRule) => boolean;
  readonly isGone: (rule: MatchedRule) => boolean;
}

function explain(probe: JudgedProbe, { knownBefore }: JudgedPair, known: Known): Explanation {
  const { before, after, relation } = probe;
  if (relation === 'unknown') return { cause: 'other', rule: deciderOf(after), formerly: undefined };
  return before.effect === after.effect ? findSandboxCause(probe, known) : findCause(probe, knownBefore);
}

type Explanation = Pick<ProbeGroup, 'cause' | 'rule' | 'formerly'>;

/** Explains a difference by a new rule or, failing that, by a rule that decided before and no longer does. */
function findCause({ before, after }: JudgedProbe, knownBefore: ReadonlySet<string>): Explanation {
  const added = after.by.find((rule) => rule.file !== undefined && !knownBefore.has(ruleKey(rule)));
  if (added !== undefined) return { cause: 'new', rule: added, formerly: undefined };
  const rule = deciderOf(after);
  const [formerly] = rulesBeside(before, after);
  return { cause: formerly === undefined ? 'other' : 'gone', rule, formerly };
}

/**
 * Explains a difference that concerns only the sandbox, either by a rule that allows some calls to leave the sandbox
 * or, failing that, by the sandbox's settings.
 */
function findSandboxCause({ before, after }: JudgedProbe, { isNew, isGone }: Known): Explanation {
  const [added, lost] = [rulesBeside(after, before), rulesBeside(before, after)];
  const [opening, closing] = [added.find(isNew), lost.find(isGone)];
  if (opening !== undefined) return { cause: 'new', rule: opening, formerly: undefined };
  if (closing !== undefined) return { cause: 'gone', rule: deciderOf(after), formerly: closing };
  const stays = after.within && after.by.findLast(({ file }) => file !== undefined);
  return {
    cause: 'sandbox',
    rule: added.at(-1) ?? stays,
    formerly: after.within === undefined ? lost.at(-1) : undefined,
  };
}

/** Returns the rules from files that decide one answer but not the other. */
function rulesBeside({ by }: AgentAnswer, { by: others }: AgentAnswer): readonly MatchedRule[] {
  const keys = new Set(others.map(ruleKey));
  return by.filter((rule) => rule.file !== undefined && !keys.has(ruleKey(rule)));
}

/** Returns the deciding rule if it comes from a file; returns undefined for a default. */
export function deciderOf({ by }: AgentAnswer): MatchedRule | undefined {
  return by.find(({ file }) => file !== undefined);
}
