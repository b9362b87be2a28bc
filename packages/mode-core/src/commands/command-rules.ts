import type { CompiledCondition } from '../circumstances/condition.ts';
import type { Decision, RuleReference } from '../decision.ts';
import type { ModeConfig } from '../modes/mode.ts';
import type { ModesOrigin } from '../modes/mode-problem.ts';
import type { CommandList, CommandMatcher, CommandShell } from './command-analyser.ts';

/** @internal */
export interface CompiledCommandRules {
  readonly invalid: { readonly reason: string; readonly by: RuleReference } | undefined;
  /** The mode's own rules, then those of the modes it extends, nearest first. All apply. */
  readonly sets: readonly CommandRuleSet[];
  /** True if a decision may change with the circumstances, so it must not be cached. */
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
  /** Place of the closed list; undefined if there is none. */
  readonly closedBy: RuleReference | undefined;
  /** Entries of all lists, in the order of the file within each list. */
  readonly entries: readonly CompiledCommandRule[];
  /** Conditions on all commands. */
  readonly conditions: readonly CompiledCondition[];
  readonly isConditional: boolean;
  /** The entries as read by the analyser; created on first use. */
  read: ReadCommandRules | undefined;
}

/** @internal An entry of a list. */
export interface CompiledCommandRule {
  readonly list: CommandList;
  /** The command as written. */
  readonly text: string;
  /** Reason that the entry gives. */
  readonly reason: string | undefined;
  readonly by: RuleReference;
  /** Conditions of the entry. */
  readonly conditions: readonly CompiledCondition[] | undefined;
}

/** @internal Entries that the analyser has read. */
export interface ReadCommandRules {
  readonly allowed: readonly ReadCommandRule[];
  readonly asked: readonly ReadCommandRule[];
  readonly disallowed: readonly ReadCommandRule[];
  readonly faults: readonly FaultyCommandRule[];
}

/** @internal An unusable entry, which closes all commands, with a sentence about it. */
export interface FaultyCommandRule {
  readonly rule: CompiledCommandRule;
  readonly message: string;
}

/** @internal */
export interface ReadCommandRule extends CompiledCommandRule {
  readonly matcher: CommandMatcher;
}

/** @internal Decision on a command that was judged before. */
export interface KnownCommand {
  readonly shell: CommandShell;
  readonly folder: string | undefined;
  readonly decision: Decision;
}
