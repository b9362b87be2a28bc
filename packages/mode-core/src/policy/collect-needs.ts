import type { CircumstanceNeeds } from '../circumstances/circumstances.ts';
import type { CompiledCondition } from '../circumstances/condition.ts';
import type { CommandRuleSet, CompiledCommandRule } from '../commands/command-rules.ts';
import type { McpRuleSet, ToolRule } from './mcp-rules.ts';
import type { CompiledMode } from './policy-mode.ts';

/** Collects the circumstances on which the schedules and conditions of modes depend. */
export function collectNeeds(modes: Iterable<CompiledMode>): CircumstanceNeeds {
  const kinds = new Set<CompiledCondition['kind']>();
  const env = new Set<string>();
  // Modes share inherited rules; this ensures that each rule set is visited only once.
  const sets = new Set<McpRuleSet | CommandRuleSet>();
  for (const { mcp, commands } of modes)
    for (const set of [...mcp.sets, ...(commands?.sets ?? [])]) if (set.isConditional) sets.add(set);
  for (const { kind, name } of iterateSets([...sets])) {
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
 * @internal Iterates over all conditions on which calls in a mode may depend: first the conditions on all access or all
 * commands, then those on entries.
 */
export function iterateConditions(mode: Pick<CompiledMode, 'mcp' | 'commands'>): Iterable<CompiledCondition> {
  return iterateSets([...mode.mcp.sets, ...(mode.commands?.sets ?? [])]);
}

function* iterateSets(sets: readonly (McpRuleSet | CommandRuleSet)[]): Iterable<CompiledCondition> {
  for (const set of sets) yield* set.conditions;
  for (const set of sets) for (const { conditions } of listEntries(set)) yield* conditions ?? [];
}

function listEntries(set: McpRuleSet | CommandRuleSet): readonly (ToolRule | CompiledCommandRule)[] {
  if ('entries' in set) return set.entries;
  return [...(set.closedTools?.rules ?? []), ...set.askedTools, ...set.disallowedTools];
}
