import type { CompiledCondition } from '../circumstances/condition.ts';
import type { Decision, RuleReference } from '../decision.ts';
import type { ModeConfig } from '../modes/mode.ts';
import type { ModesOrigin } from '../modes/mode-problem.ts';
import type { CommandList, CommandMatcher, CommandShell } from './command-analyser.ts';

/** @internal */
export interface CompiledCommandRules {
  readonly invalid: { readonly reason: string; readonly by: RuleReference } | undefined;
  /**
   * The mode's own rules, followed by the rules of the modes that it extends, nearest first. All of these rules apply.
   */
  readonly sets: readonly CommandRuleSet[];
  /** True if a decision may change with the circumstances and must therefore not be cached. */
  readonly isConditional: boolean;
  /** Bounded cache of decisions by command text. */
  readonly known: Map<string, KnownCommand>;
}

/** @internal Restrictions of one mode. */
export interface CommandRuleSet {
  readonly layer: ModesOrigin;
  /** Slug of the mode. */
  readonly owner: string;
  /** The mode as written. */
  readonly config: ModeConfig;
  /** Location of the allowlist; undefined if the mode has no allowlist. */
  readonly closedBy: RuleReference | undefined;
  /** Entries in all lists, in file order within each list. */
  readonly entries: readonly CompiledCommandRule[];
  /** Conditions on all commands. */
  readonly conditions: readonly CompiledCondition[];
  readonly isConditional: boolean;
  /** The entries as parsed by the analyser; created on first use. */
  read: ReadCommandRules | undefined;
}

/** @internal An entry in a list. */
export interface CompiledCommandRule {
  readonly list: CommandList;
  /** The command as written. */
  readonly text: string;
  /** The reason given in the entry. */
  readonly reason: string | undefined;
  readonly by: RuleReference;
  /** Conditions of the entry. */
  readonly conditions: readonly CompiledCondition[] | undefined;
}

/** @internal Entries that the analyser has parsed. */
export interface ReadCommandRules {
  readonly allowed: readonly ReadCommandRule[];
  readonly asked: readonly ReadCommandRule[];
  readonly disallowed: readonly ReadCommandRule[];
  readonly faults: readonly FaultyCommandRule[];
}

/** @internal An unusable entry, which blocks all commands, with a sentence that describes the entry. */
export interface FaultyCommandRule {
  readonly rule: CompiledCommandRule;
  readonly message: string;
}

/** @internal */
export interface ReadCommandRule extends CompiledCommandRule {
  readonly matcher: CommandMatcher;
}

/** @internal Decision on a command that was evaluated before. */
export interface KnownCommand {
  readonly shell: CommandShell;
  readonly folder: string | undefined;
  readonly decision: Decision;
}
