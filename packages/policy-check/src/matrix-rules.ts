import { compileNamePattern, type McpToolReference, type Policy, type PolicyMode } from '@modegate/mode-core';
import type { PermissionCondition } from './matrix-row.ts';

type Circumstances = Extract<PermissionCondition, { readonly kind: 'circumstances' }>;

/** The MCP rules of one mode as they are written. */
export interface RuleSet {
  readonly allowedServers: readonly string[] | undefined;
  readonly allowedMcpServers: readonly string[] | undefined;
  readonly disallowedServers: readonly string[];
  readonly allowedTools: readonly McpToolReference[] | undefined;
  readonly disallowedTools: readonly McpToolReference[];
  readonly circumstances: readonly Circumstances[];
}

/** The MCP rules that hold in a mode: its own, then those it inherits. */
export interface ModeRules {
  readonly sets: readonly RuleSet[];
  /** False where it inherits from a mode that the policy does not list, because a stronger layer hides it. */
  readonly isComplete: boolean;
}

/** What is written down for a mode. Rules are only listed here, to know which names they tell apart; `decide` judges. */
export function listModeRules(policy: Policy, slug: string): ModeRules {
  const sets: RuleSet[] = [];
  const seen = new Set<string>();
  let isComplete = true;
  const waiting: (PolicyMode | undefined)[] = [policy.modes.find(({ config }) => config.slug === slug)];
  for (const mode of waiting) {
    if (mode === undefined || seen.has(mode.config.slug)) continue;
    seen.add(mode.config.slug);
    sets.push(readRuleSet(mode));
    for (const parent of parentsOf(mode)) {
      const found = policy.modes.find(({ config }) => config.slug === parent);
      const isParent =
        found !== undefined && parent !== mode.config.slug && strength[found.source] >= strength[mode.source];
      if (isParent) waiting.push(found);
      else isComplete = false;
    }
  }
  return { sets, isComplete };
}

/** What every mode of a policy writes down itself, in the order of the modes. */
export function listRuleSets(policy: Policy): readonly RuleSet[] {
  return policy.modes.map(readRuleSet);
}

// A mode inherits from its own layer and from weaker ones; under its own slug it finds the mode that it hides.
const strength = { project: 0, global: 1, builtin: 2 } as const;

function parentsOf({ config }: PolicyMode): readonly string[] {
  const given = config.mcpRestrictions?.extends;
  return typeof given === 'string' ? [given] : (given ?? []);
}

function readRuleSet({ config }: PolicyMode): RuleSet {
  const own = config.mcpRestrictions ?? {};
  return {
    allowedServers: own.allowedServers,
    allowedMcpServers: config.allowedMcpServers,
    disallowedServers: own.disallowedServers ?? [],
    allowedTools: own.allowedTools,
    disallowedTools: own.disallowedTools ?? [],
    circumstances: readCircumstances('mode', own),
  };
}

/** What an entry, or a mode's MCP access, hangs on: nothing, or one condition. */
export function readCircumstances(
  of: Circumstances['of'],
  { schedule, when }: Pick<McpToolReference, 'schedule' | 'when'>,
): readonly Circumstances[] {
  if (schedule === undefined && when === undefined) return [];
  return [
    {
      kind: 'circumstances',
      of,
      ...(schedule === undefined ? {} : { schedule }),
      ...(when === undefined ? {} : { when }),
    },
  ];
}

/** Whether a name in a rule stands for one name only. */
export function isLiteral(pattern: string): boolean {
  return !/[*?]/.test(pattern);
}

/** Whether a name in a rule stands for every name there is: blank ones cannot be called. */
export function isUniversal(pattern: string): boolean {
  return /^\*+$/.test(pattern) || (/^\**\?\**$/.test(pattern) && pattern.includes('*'));
}

/** Whether a name in a rule stands for a name. */
export function matchesName(pattern: string, name: string): boolean {
  return compileNamePattern(pattern)(name);
}

/** Whether a name can be called at all. */
export function isNamed(name: unknown): name is string {
  return typeof name === 'string' && name !== '';
}

/** The order of names: by code unit, the same on every machine. */
export function compareNames(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
