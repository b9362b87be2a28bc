import type { AgentEffect, MatchedRule } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { compareAnswers, opened } from './compare-answers.ts';
import { describeCalls, listWords } from './describe-call.ts';
import { deciderOf, type ProbeGroup } from './group-probes.ts';
import { type JudgedPair, type JudgedProbe, ruleKey } from './judge-pair.ts';
import type { ProfilePair } from './pair-profiles.ts';

/** Location at which a group of calls was found. */
export interface GroupPlace {
  readonly agent: PermissionAgent;
  readonly pair: ProfilePair;
  readonly judged: JudgedPair;
  /** Absolute path of the project's folder. */
  readonly root: string;
}

/** Describes what a profile may now do, worded to complete a sentence: "may now run any `npm run` without asking". */
export function describeGroup(group: ProbeGroup, place: GroupPlace): string {
  const { relation, cause, probes } = group;
  const [example] = probes;
  if (example === undefined) return '';
  const calls = describeCalls(
    place.agent,
    probes.map(({ call }) => call),
    place.root,
  );
  if (relation === 'unknown') return describeUnknown(example, calls);
  if (cause === 'sandbox') return describeSandbox(relation, example);
  const object = phraseOf(group, place) ?? calls;
  const now = relation === 'granted' ? 'may now' : 'may no longer';
  return `${now} ${object}${howOf(group)}${reasonFor(group, example, place.judged.knownAfter)}${exceptionsOf(group, place)}`;
}

function howOf({ relation, probes }: ProbeGroup): string {
  const effects = new Set(probes.map(({ after }) => after.effect));
  if (probes.every(({ before, after }) => before.effect === after.effect)) return ' outside the sandbox';
  if (relation === 'tightened') return effects.has('deny') || effects.has('not offered') ? '' : ' without asking';
  if (effects.size > 1) return ', in some cases without asking';
  return effects.has('ask') ? ' if a person agrees' : ' without asking';
}

/** Describes what a new rule covers, or what a removed rule covered if it decided only calls in the group. */
function phraseOf(
  { cause, rule, formerly, probes }: ProbeGroup,
  { agent, pair, judged }: GroupPlace,
): string | undefined {
  if (cause === 'new' && rule !== undefined) {
    // For a new agent, only permissions that exceed those of its session are considered.
    const decides = judged.probes.filter(({ after }) => hasRule(after.by, rule));
    const isWhole = pair.kind === 'same' || decides.length === probes.length;
    return isWhole ? agent.describeRule(pair.after.profile, rule) : undefined;
  }
  if (formerly === undefined) return undefined;
  const decided = judged.probes.filter(({ before }) => hasRule(before.by, formerly));
  return decided.length === probes.length ? agent.describeRule(pair.before.profile, formerly) : undefined;
}

function hasRule(rules: readonly MatchedRule[], rule: MatchedRule): boolean {
  return rules.some((one) => ruleKey(one) === ruleKey(rule));
}

const noLonger: Readonly<Record<AgentEffect, string>> = {
  allow: 'no longer allows it',
  ask: 'no longer asks',
  deny: 'no longer denies it',
  'not offered': 'no longer removes the tool',
  unknown: 'no longer counts',
};

function reasonFor(
  { cause, rule, formerly }: ProbeGroup,
  { after }: JudgedProbe,
  knownAfter: ReadonlySet<string>,
): string {
  if (formerly !== undefined) {
    const isThere = knownAfter.has(ruleKey(formerly));
    return `: \`${formerly.rule}\` ${isThere ? 'no longer decides' : noLonger[formerly.effect]}`;
  }
  return cause === 'other' && rule === undefined ? `: ${withoutStop(after.because)}` : '';
}

/** Lists rules that decide some of the calls that a new rule covers. */
function exceptionsOf({ cause, rule, relation, probes }: ProbeGroup, { judged }: GroupPlace): string {
  const [granted] = probes;
  if (cause !== 'new' || rule === undefined || relation !== 'granted' || granted === undefined) return '';
  const isStricter = ({ after }: JudgedProbe) => compareAnswers(granted.after, after) === 'tightened';
  const deciders = judged.probes
    .filter((probe) => isStricter(probe) && hasRule(probe.after.shadowed, rule))
    .flatMap((probe) => deciderOf(probe.after) ?? []);
  const rules = [...new Set(deciders.map((one) => `\`${one.rule}\``))];
  if (rules.length === 0) return '';
  const shown = [...rules.slice(0, 3), ...(rules.length > 3 ? [`${rules.length - 3} more rules`] : [])];
  return `, except where ${listWords(shown)} decide${rules.length === 1 ? 's' : ''}`;
}

function describeUnknown({ before, after }: JudgedProbe, calls: string): string {
  if (after.effect === 'unknown') return `might be able to ${calls}: ${withoutStop(after.because)}`;
  const now = after.effect === 'allow' ? ' without asking' : ' if a person agrees';
  const isRefused = after.effect === 'deny' || after.effect === 'not offered';
  return `${isRefused ? `may not ${calls}` : `may ${calls}${now}`}, which was not known before: ${withoutStop(before.because)}`;
}

function describeSandbox(relation: 'granted' | 'tightened', { before, after }: JudgedProbe): string {
  const [less, more] = relation === 'granted' ? [before.within, after.within] : [after.within, before.within];
  const may = relation === 'granted' ? 'may now' : 'may no longer';
  if (more === undefined) return `${may} run commands outside a sandbox`;
  return `${may} ${listWords(opened(less, more))} with commands in the sandbox`;
}

function withoutStop(sentence: string): string {
  return sentence.replace(/\.$/, '');
}
