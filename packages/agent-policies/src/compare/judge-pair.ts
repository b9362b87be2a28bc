import type { AgentAnswer, AgentCircumstances, AgentToolCall, MatchedRule } from '../agent-answer.ts';
import type { PermissionAgent } from '../agents.ts';
import { type AnswerRelation, compareAnswers } from './compare-answers.ts';
import type { PlacedProfile, ProfilePair } from './pair-profiles.ts';

/** A call, and its answers in both states. */
export interface JudgedProbe {
  readonly call: AgentToolCall;
  readonly before: AgentAnswer;
  readonly after: AgentAnswer;
  readonly relation: AnswerRelation;
}

/** Answers in both states to the probes of both states, and the rules found in each state. */
export interface JudgedPair {
  readonly probes: readonly JudgedProbe[];
  readonly knownBefore: ReadonlySet<string>;
  readonly knownAfter: ReadonlySet<string>;
}

/** Evaluates the probes of both states, each probe in both states. */
export function judgePair(
  { probeCalls, open }: Pick<PermissionAgent, 'probeCalls' | 'open'>,
  { before, after }: ProfilePair,
  circumstances: AgentCircumstances,
): JudgedPair {
  const openAt = ({ profile, cwd }: PlacedProfile) =>
    open(profile, cwd === undefined ? circumstances : { ...circumstances, cwd });
  const [askBefore, askAfter] = [openAt(before), openAt(after)];
  const probes = probeCalls(after.profile, before.profile).map((call): JudgedProbe => {
    const [first, second] = [askBefore(call), askAfter(call)];
    return { call, before: first, after: second, relation: compareAnswers(first, second) };
  });
  return {
    probes,
    knownBefore: rulesOf(probes.map((probe) => probe.before)),
    knownAfter: rulesOf(probes.map((probe) => probe.after)),
  };
}

/** Returns a key that identifies a rule even if it is on another line in another state. */
export function ruleKey({ rule, effect, file }: MatchedRule): string {
  return `${file ?? ''}\0${effect}\0${rule}`;
}

function rulesOf(answers: readonly AgentAnswer[]): ReadonlySet<string> {
  const rules = new Set(answers.flatMap(({ by, shadowed }) => [...by, ...shadowed]));
  return new Set([...rules].map(ruleKey));
}
