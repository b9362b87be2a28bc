import { type AgentAnswer, type AgentToolCall, type MatchedRule, mainParameter } from '@modegate/agent-policies';
import type { LoadedProfiles } from './load-profiles.ts';

/** A rule in a file, and calls that show its effect. */
export interface RuleUse {
  readonly rule: MatchedRule;
  /** Calls that the rule decides. */
  readonly decided: readonly RuleCall[];
  /** Calls that match the rule but are decided by something else. */
  readonly overruled: readonly RuleCall[];
}

/** A call and its answer. */
export interface RuleCall {
  readonly profile: string;
  readonly tool: string;
  /** Value of the main argument. */
  readonly text: string;
  readonly answer: AgentAnswer;
}

/** Maximum number of profiles to query per agent. */
const maxProfiles = 8;

/**
 * Queries an agent's profiles about the calls that show the effect of the agent's rules, and returns the rules keyed by
 * `file:line`.
 */
export function findRuleUses({ agent, profiles, root }: LoadedProfiles): ReadonlyMap<string, readonly RuleUse[]> {
  const uses = new Map<string, { rule: MatchedRule; decided: RuleCall[]; overruled: RuleCall[] }>();
  const useOf = (rule: MatchedRule) => {
    const key = JSON.stringify([rule.file, rule.line, rule.rule]);
    const use = uses.get(key) ?? { rule, decided: [], overruled: [] };
    uses.set(key, use);
    return use;
  };
  const textOf = ({ tool, arguments: given }: AgentToolCall) => {
    const value = given[mainParameter(agent, tool) ?? ''];
    return typeof value === 'string' ? value.replaceAll(`${root}/`, '') : '';
  };
  for (const profile of profiles.filter(({ isBuiltIn }) => isBuiltIn !== true).slice(0, maxProfiles)) {
    const decide = agent.open(profile, {});
    for (const call of agent.probeCalls(profile)) {
      const answer = decide(call);
      const one = { profile: profile.name, tool: call.tool, text: textOf(call), answer };
      for (const rule of answer.by.filter(({ file }) => file !== undefined)) useOf(rule).decided.push(one);
      for (const rule of answer.shadowed.filter(({ file }) => file !== undefined)) useOf(rule).overruled.push(one);
    }
  }
  return Map.groupBy(uses.values(), ({ rule: { file, line } }) => `${file}:${line}`);
}
