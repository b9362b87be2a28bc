import type { AgentToolCall } from '../agent-answer.ts';

/** @internal Command that a rule names, and whether anything may follow it. */
export interface RuledCommand {
  readonly text: string;
  readonly isOpen: boolean;
}

/** @internal Returns a call as people write it: a command alone, any other with its tool. */
export function describeRiskyCall({ tool, arguments: given }: AgentToolCall): string {
  const [value] = Object.values(given);
  if (/^bash$/i.test(tool)) return String(value);
  return value === undefined ? tool : `${tool} ${String(value)}`;
}
