import type { AgentAnswer, AgentEffect, MatchedRule } from '@modegate/agent-policies';

/** An agent's decision on a call; `sandboxed` if the agent allows the call in a sandbox. */
export type ToolOutcome = AgentEffect | 'sandboxed';

/** A call to a tool, and the agent's answer. */
export interface ToolAnswer {
  /** Value of the main argument. */
  readonly text: string;
  readonly answer: AgentAnswer;
}

/** Calls to a tool that are treated differently from most calls. */
export interface ToolException {
  readonly outcome: ToolOutcome;
  /** Deciding rules from files, in the order of the files. */
  readonly rules: readonly MatchedRule[];
  /** Shortest call with this outcome that is not decided by a rule in a file. */
  readonly example?: string;
}

/** Permissions of a profile for one tool. */
export interface ToolCell {
  readonly tool: string;
  /** Outcome of a call with an argument that no rule mentions. */
  readonly outcome: ToolOutcome;
  readonly answer: AgentAnswer;
  readonly exceptions: readonly ToolException[];
}

/** Summarises the answers for a tool: the answer to a call that no rule mentions, and the answers to other calls. */
export function toolCell(tool: string, answer: AgentAnswer, others: readonly ToolAnswer[]): ToolCell {
  const outcome = outcomeOf(answer);
  const different = others.filter((one) => outcomeOf(one.answer) !== outcome);
  const groups = Map.groupBy(different, (one) => outcomeOf(one.answer));
  const exceptions = [...groups].map(([key, group]) => exceptionOf(key, group));
  return { tool, outcome, answer, exceptions };
}

function outcomeOf({ effect, within }: AgentAnswer): ToolOutcome {
  return effect === 'allow' && within !== undefined ? 'sandboxed' : effect;
}

function exceptionOf(outcome: ToolOutcome, group: readonly ToolAnswer[]): ToolException {
  const rules = new Map<string, MatchedRule>();
  let example: string | undefined;
  for (const { text, answer } of group) {
    const deciding = decidingRules(answer);
    for (const rule of deciding) rules.set(JSON.stringify([rule.file, rule.line, rule.rule]), rule);
    if (deciding.length === 0 && (example === undefined || text.length < example.length)) example = text;
  }
  return { outcome, rules: [...rules.values()].toSorted(byPlace), ...(example !== undefined && { example }) };
}

/** Returns the deciding rules of an answer, but only those that come from files. */
export function decidingRules({ by, effect }: AgentAnswer): readonly MatchedRule[] {
  return by.filter((rule) => rule.file !== undefined && rule.effect === effect);
}

function byPlace(one: MatchedRule, other: MatchedRule): number {
  const [a = '', b = ''] = [one.file, other.file];
  return a === b ? (one.line ?? 0) - (other.line ?? 0) : a < b ? -1 : 1;
}
