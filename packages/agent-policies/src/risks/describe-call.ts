import type { AgentToolCall } from '../agent-answer.ts';

/** @internal Command named in a rule, and whether more text may follow it. */
export interface RuledCommand {
  readonly text: string;
  readonly isOpen: boolean;
}

/**
 * @internal Describes a call in the form in which a user would write it: a command on its own, or any other call with
 * its tool.
 */
export function describeRiskyCall({ tool, arguments: given }: AgentToolCall): string {
  const [value] = Object.values(given);
  if (value === undefined) return tool;
  return /^bash$/i.test(tool) ? String(value) : `${tool} ${String(value)}`;
}
