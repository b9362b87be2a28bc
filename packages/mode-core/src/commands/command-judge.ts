import type { KnownCircumstances } from '../circumstances/circumstances.ts';
import type { ToolRequest } from '../decide/request.ts';
import type { Decision } from '../decision.ts';
import type { CompiledGroup, CompiledMode } from '../policy/policy-mode.ts';
import type { CommandAnalyser, CommandShell } from './command-analyser.ts';
import type { CommandRuleSet, CompiledCommandRules, FaultyCommandRule } from './command-rules.ts';
import type { ExplainedPart } from './explained-part.ts';

/** An analyser of commands, and the shell that runs them unless a request names another shell. */
export interface CommandSettings {
  readonly analyser: CommandAnalyser;
  readonly shell: CommandShell;
}

/**
 * Judges the commands of a policy; created by `createCommandJudge` of `@modegate/mode-core/commands`, so that a program
 * that runs no commands does not have to include it.
 */
export interface CommandJudge extends CommandSettings {
  /** @internal Finds the rules that the analyser cannot use. */
  readonly findFaults: (set: CommandRuleSet) => readonly FaultyCommandRule[];
  /** @internal */
  readonly decide: (call: RestrictedCommand) => Decision;
  /** @internal Judges each part of a command on its own; undefined if the call names no command. */
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
