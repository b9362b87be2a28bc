import type { KnownCircumstances } from '../circumstances/circumstances.ts';
import type { ToolRequest } from '../decide/request.ts';
import type { Decision } from '../decision.ts';
import type { CompiledGroup, CompiledMode } from '../policy/policy-mode.ts';
import type { CommandAnalyser, CommandShell } from './command-analyser.ts';
import type { CommandRuleSet, CompiledCommandRules, FaultyCommandRule } from './command-rules.ts';
import type { ExplainedPart } from './explained-part.ts';

/** A command analyser, and the shell that runs the commands unless a request specifies another shell. */
export interface CommandSettings {
  readonly analyser: CommandAnalyser;
  readonly shell: CommandShell;
}

/**
 * Evaluates commands under a policy; created by `createCommandJudge` from `@modegate/mode-core/commands`, so that a
 * program that runs no commands does not have to include it.
 */
export interface CommandJudge extends CommandSettings {
  /** @internal Finds the rules that the analyser cannot use. */
  readonly findFaults: (set: CommandRuleSet) => readonly FaultyCommandRule[];
  /** @internal */
  readonly decide: (call: RestrictedCommand) => Decision;
  /** @internal Evaluates each part of a command separately; returns undefined if the call contains no command. */
  readonly explain: (call: RestrictedCommand) => readonly ExplainedPart[] | undefined;
}

/** @internal A call that runs a command to which command rules apply. */
export interface RestrictedCommand {
  readonly request: ToolRequest;
  readonly mode: CompiledMode;
  readonly group: CompiledGroup;
  readonly rules: CompiledCommandRules;
  readonly judge: CommandJudge;
  readonly projectRoot: string | undefined;
  readonly circumstances: KnownCircumstances;
}
