import { attempt, equalValues, isJsonObject } from '@modegate/json';
import { adapters } from './adapters.ts';
import type { CommandAgent } from './agent-names.ts';

/**
 * Returns the reason that an agent reads from a hook's output if the agent treats the output as a refusal; undefined
 * for any other output, which allows the call or hides the reason from the model.
 */
export function readRefusal(agent: CommandAgent, stdout: string): string | undefined {
  const value = attempt((): unknown => JSON.parse(stdout));
  const reason = findReason(value);
  return reason !== undefined && equalValues(value, adapters[agent].deny(reason)) ? reason : undefined;
}

function findReason(value: unknown): string | undefined {
  if (!isJsonObject(value)) return undefined;
  const nested = isJsonObject(value.hookSpecificOutput) ? value.hookSpecificOutput : {};
  const found = [nested.permissionDecisionReason, value.reason, value.agent_message].find(
    (one) => typeof one === 'string' && one !== '',
  );
  return found as string | undefined;
}
