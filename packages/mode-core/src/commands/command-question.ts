import type { KnownCircumstances } from '../circumstances/circumstances.ts';
import type { ToolRequest } from '../decide/request.ts';
import type { Policy } from '../policy/policy.ts';
import type { CompiledGroup, CompiledMode } from '../policy/policy-mode.ts';
import type { CommandReading, CommandShell } from './command-analyser.ts';
import type { CommandRuleSet, ReadCommandRules } from './command-rules.ts';

/** @internal A command with its reading and the rules that apply to it. */
export interface CommandQuestion {
  readonly policy: Policy;
  readonly mode: CompiledMode;
  readonly request: ToolRequest;
  readonly group: CompiledGroup;
  readonly command: string;
  /** Working folder; undefined for the project's. */
  readonly folder: string | undefined;
  readonly shell: CommandShell;
  readonly reading: CommandReading;
  readonly sets: readonly SetRules[];
  readonly circumstances: KnownCircumstances;
}

/** @internal Restrictions of one mode, as the analyser reads them. */
export interface SetRules {
  readonly set: CommandRuleSet;
  readonly rules: ReadCommandRules;
}
