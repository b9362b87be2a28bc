import type { CommandReading, CommandShell } from '../command-analyser.ts';
import type { RestrictedCommand } from '../command-judge.ts';
import type { CommandRuleSet, ReadCommandRules } from '../command-rules.ts';

/** @internal A parsed command with the rules that apply to it. */
export interface CommandQuestion extends RestrictedCommand {
  readonly command: string;
  /** Working folder; undefined if it is the project's folder. */
  readonly folder: string | undefined;
  readonly shell: CommandShell;
  readonly reading: CommandReading;
  readonly sets: readonly SetRules[];
}

/** @internal Restrictions of one mode, as parsed by the analyser. */
export interface SetRules {
  readonly set: CommandRuleSet;
  readonly rules: ReadCommandRules;
}
