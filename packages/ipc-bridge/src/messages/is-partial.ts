import type { AgentEvent } from './agent-event.ts';

/** Whether an event is a piece of a message that is still streaming: exactly when its `partial` is true. */
export function isPartial(event: AgentEvent): boolean {
  return event.message?.stream === 'open';
}
