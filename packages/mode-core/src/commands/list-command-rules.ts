import { defined } from '@modegate/json';
import type { RuleReference } from '../decision.ts';
import { requireMode } from '../list/list-tools.ts';
import type { Policy } from '../policy/policy.ts';
import type { CommandList } from './command-analyser.ts';
import type { CommandRuleSet, CompiledCommandRule } from './command-rules.ts';

/** The command rules that one mode sets, for itself and for the modes that extend it. */
export interface ListedCommandRules {
  /** Slug of the mode. */
  readonly mode: string;
  /** Location of `allowedCommands`; absent if every command is allowed unless another rule says otherwise. */
  readonly closedBy?: RuleReference;
  /** Rules in all lists: allow rules, then ask rules, then deny rules. */
  readonly rules: readonly ListedCommandRule[];
  /** Conditions on all commands, each with its description, such as `on branch main`. */
  readonly conditions: readonly { readonly words: string; readonly by: RuleReference }[];
}

/** A rule for commands. */
export interface ListedCommandRule {
  readonly list: CommandList;
  /** The command as written. */
  readonly command: string;
  readonly reason?: string;
  /** Description of the conditions of the rule, such as `on branch main`. */
  readonly words?: string;
  /**
   * Sentence that explains why the rule cannot be used; every command is then refused. Absent if there is no analyser.
   */
  readonly fault?: string;
  readonly by: RuleReference;
}

/**
 * Lists the command rules of a mode, followed by those of the modes that it extends, nearest first; all of these rules
 * apply. Returns an empty list if the mode has no restrictions on commands, or if they could not be read.
 *
 * @throws {ModeError} MODE_NOT_FOUND if no layer defines the mode.
 */
export function listCommandRules(policy: Policy, mode: string): readonly ListedCommandRules[] {
  const { commands } = requireMode(policy, mode);
  if (commands === undefined || commands.invalid !== undefined) return [];
  const judge = policy.compiled.commands;
  return commands.sets.map((set) => {
    const faults = judge?.findFaults(set).map(({ rule, message }) => [rule, message] as const);
    return listSet(set, new Map(faults));
  });
}

function listSet(
  { owner, closedBy, entries, conditions }: CommandRuleSet,
  faults: ReadonlyMap<CompiledCommandRule, string>,
): ListedCommandRules {
  return {
    mode: owner,
    ...defined({ closedBy }),
    rules: entries.map((rule) => listRule(rule, faults.get(rule))),
    conditions: conditions.map(({ words, by }) => ({ words, by })),
  };
}

function listRule(
  { list, text, reason, conditions, by }: CompiledCommandRule,
  fault: string | undefined,
): ListedCommandRule {
  const words = conditions?.map((condition) => condition.words).join(', ');
  return { list, command: text, ...defined({ reason, words, fault }), by };
}
