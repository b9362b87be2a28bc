import type { AgentEvent } from '../messages/agent-event.ts';
import { words } from '../words.ts';

const FINAL_EVENTS: ReadonlySet<string> = new Set(
  words('taskCompleted taskAborted evalPass evalFail headlessTerminalFailure headlessTaskResult connection'),
);

// Excludes tools, commands and MCP calls, because they are numerous and agents usually approve them automatically.
const FINAL_ASKS: ReadonlySet<string> = new Set(
  words(`followup completion_result api_req_failed resume_task resume_completed_task mistake_limit_reached
    auto_approval_max_req_reached`),
);

/**
 * True if an event is the result of a task, blocks the agent, or reports a change in the connection. A full queue drops
 * all other events first.
 */
export function isFinalEvent({ eventName, message }: AgentEvent): boolean {
  if (FINAL_EVENTS.has(eventName)) return true;
  if (message === undefined || message.stream === 'open') return false;
  return message.say === 'completion_result' || (message.ask !== undefined && FINAL_ASKS.has(message.ask));
}
