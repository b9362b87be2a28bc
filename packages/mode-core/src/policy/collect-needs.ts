import type { CircumstanceNeeds } from '../circumstances/circumstances.ts';
import type { CompiledCondition } from '../circumstances/condition.ts';
import type { CompiledMcpRules, McpRuleSet } from './mcp-rules.ts';
import type { CompiledMode } from './policy-mode.ts';

/** Collects the circumstances that the schedules and conditions of modes depend on. */
export function collectNeeds(modes: Iterable<CompiledMode>): CircumstanceNeeds {
  const kinds = new Set<CompiledCondition['kind']>();
  const env = new Set<string>();
  // Modes share inherited rules, so each rule set is visited once.
  const sets = new Set<McpRuleSet>();
  for (const { mcp } of modes) for (const set of mcp.sets) if (set.isConditional) sets.add(set);
  for (const { kind, name } of iterateConditions({ sets: [...sets] })) {
    kinds.add(kind);
    if (name !== undefined) env.add(name);
  }
  return Object.freeze({
    time: kinds.has('time'),
    branch: kinds.has('branch'),
    ci: kinds.has('ci'),
    task: kinds.has('task'),
    env: Object.freeze([...env].toSorted()),
  });
}

/**
 * @internal Every condition that MCP calls under these rules may depend on: conditions on all access first, then those
 * of entries.
 */
export function* iterateConditions({ sets }: Pick<CompiledMcpRules, 'sets'>): Iterable<CompiledCondition> {
  for (const set of sets) yield* set.conditions;
  for (const set of sets) yield* iterateEntries(set);
}

function* iterateEntries({ closedTools, disallowedTools }: McpRuleSet): Iterable<CompiledCondition> {
  for (const rule of [...(closedTools?.rules ?? []), ...disallowedTools]) yield* rule.conditions ?? [];
}
