import { analyseCommand } from '@modegate/shell-commands';
import type { AgentToolCall } from './agent-answer.ts';
import type { PermissionAgent } from './agents.ts';
import { describeEffects } from './describe-effects.ts';

/**
 * Actual effects of a command's text, as interpreted by the command evaluator, regardless of what an agent's rules
 * recognise in it.
 */
export interface CommandEffects {
  /** The command text as given in the call. */
  readonly command: string;
  /** Programs that the command starts, in order of appearance, excluding wrappers and harmless builtins. */
  readonly programs: readonly string[];
  /** Clauses worded to follow "The command": "writes x.txt (git)", "has an option '-c' that runs a program". */
  readonly effects: readonly string[];
  /**
   * True if the text is more than one plain program without effects, so that a rule for the beginning of the text may
   * not cover all of it.
   */
  readonly isMoreThanItLooks: boolean;
}

/** Returns the effects of the command in a call; returns undefined for a call without a command. */
export function findCommandEffects(
  { tools }: PermissionAgent,
  { tool, arguments: given }: AgentToolCall,
): CommandEffects | undefined {
  const one = Object.hasOwn(tools, tool) ? tools[tool] : undefined;
  const command = (one?.parameters.command ?? [])
    .map((name) => given[name])
    .find((value): value is string => typeof value === 'string');
  if (one === undefined || command === undefined) return undefined;
  const analysis = analyseCommand(command, { shell: one.shell === 'powershell' ? 'powershell' : 'bash' });
  const programs = analysis.programs.filter(({ need }) => need === 'rule').map(({ text }) => text);
  const effects = [...new Set(describeEffects(analysis))];
  const isMoreThanItLooks = effects.length > 0 || programs.length > 1 || analysis.programs.length > programs.length;
  return { command, programs, effects, isMoreThanItLooks };
}
