import type { CircumstanceNeeds } from '../circumstances/circumstances.ts';
import type { CompiledCondition } from '../circumstances/compile-conditions.ts';
import { iterateConditions } from '../list/list-restrictions.ts';
import type { CompiledMode, McpRuleSet } from './policy.ts';

/** What the schedules and conditions of modes ask of the circumstances. */
export function collectNeeds(modes: Iterable<CompiledMode>): CircumstanceNeeds {
  const kinds = new Set<CompiledCondition['kind']>();
  const env = new Set<string>();
  // A mode's rules are shared by all that extend it; each is looked at once.
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
    env: Object.freeze([...env].toSorted()),
  });
}
