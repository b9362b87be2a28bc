import type { Schedule } from '@modegate/timing';
import type { Dialect } from '../dialect.ts';
import type { OutgoingEvent } from '../messages/outgoing-event.ts';

/** Context shared by the parts of a fake agent. */
export interface FakeAgentContext {
  readonly dialect: Dialect;
  readonly clock: () => number;
  readonly schedule: Schedule;
  /** Duration of a step. */
  readonly paceMs: number;
  /** Delay between a question and the event that announces it. */
  readonly askEventDelayMs: number;
  /** True if `taskCompleted` announces a result immediately, without a question about it first. */
  readonly completionEvent: boolean;
  /** Sends an event to every client. */
  emit(event: OutgoingEvent): void;
  /** Closes every connection, and forgets the running tasks. */
  restart(): void;
  /** Ends the agent and all its connections. */
  closeWindow(): void;
}
