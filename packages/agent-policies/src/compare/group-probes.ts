import type { AgentAnswer, AgentEffect, MatchedRule } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { opened } from './compare-answers.ts';
import { describeKind } from './describe-call.ts';
import { type JudgedPair, type JudgedProbe, ruleKey } from './judge-pair.ts';
import type { ProfilePair } from './pair-profiles.ts';

/** What explains a difference: a rule that is new, one that is gone, the sandbox, or something else that decides now. */
export type ProbeCause = 'new' | 'gone' | 'sandbox' | 'other';

/** Calls whose answers differ in the same way for the same reason. */
export interface ProbeGroup {
  readonly relation: 'granted' | 'tightened' | 'unknown';
  readonly cause: ProbeCause;
  /** Rule of a file that decides now. */
  readonly rule: MatchedRule | undefined;
  /** Rule that is gone. */
  readonly formerly: MatchedRule | undefined;
  readonly after: AgentEffect;
  readonly probes: readonly JudgedProbe[];
}

/** Groups the calls whose answers differ by the rule that explains it. */
export function groupProbes(
  agent: PermissionAgent,
  judged: JudgedPair,
  { after: { profile } }: ProfilePair,
): readonly ProbeGroup[] {
  const groups = new Map<string, ProbeGroup & { readonly probes: JudgedProbe[] }>();
  const covers = (rule: MatchedRule) => agent.describeRule(profile, rule) !== undefined;
  for (const probe of judged.probes) {
    const { relation, after, before, call } = probe;
    if (relation === 'same') continue;
    const { cause, rule, formerly } = findCause(probe, judged, covers);
    const details = {
      new: [after.within === undefined],
      gone: [rule === undefined && describeKind(agent, call)],
      sandbox: [opened(before.within, after.within), opened(after.within, before.within)],
      other: [before.effect, rule === undefined && describeKind(agent, call)],
    }[cause];
    const keys = [rule, formerly].map((one) => one && ruleKey(one));
    const key = JSON.stringify([relation, cause, keys, before.effect === after.effect, after.effect, details]);
    const group = groups.get(key) ?? { relation, cause, rule, formerly, after: after.effect, probes: [] };
    group.probes.push(probe);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function findCause(
  { before, after, relation }: JudgedProbe,
  { knownBefore, knownAfter }: JudgedPair,
  covers: (rule: MatchedRule) => boolean,
): Pick<ProbeGroup, 'cause' | 'rule' | 'formerly'> {
  const isConfinement = before.effect === after.effect && relation !== 'unknown';
  const isSeen = (known: ReadonlySet<string>) => (rule: MatchedRule) =>
    rule.file === undefined || known.has(ruleKey(rule)) || (isConfinement && !covers(rule));
  const added = after.by.find((rule) => !isSeen(knownBefore)(rule));
  if (added !== undefined) return { cause: 'new', rule: added, formerly: undefined };
  const rule = deciderOf(after);
  const gone = isConfinement ? undefined : before.by.find((one) => !isSeen(knownAfter)(one));
  if (gone !== undefined) return { cause: 'gone', rule, formerly: gone };
  // The settings of a sandbox are the last that count for a command that runs in it.
  if (isConfinement)
    return { cause: 'sandbox', rule: after.by.findLast(({ file }) => file !== undefined), formerly: undefined };
  return { cause: 'other', rule, formerly: undefined };
}

/** The rule of a file that decides; undefined for a default. */
export function deciderOf({ by }: AgentAnswer): MatchedRule | undefined {
  return by.find(({ file }) => file !== undefined);
}
