import type { Schedule } from '@modegate/timing';
import type { Dialect } from '../dialect.ts';
import type { OutgoingEvent } from '../messages/outgoing-event.ts';

/** What the parts of a fake agent act on. */
export interface FakeAgentContext {
  readonly dialect: Dialect;
  readonly clock: () => number;
  readonly schedule: Schedule;
  /** How long a step takes. */
  readonly paceMs: number;
  /** How long after a question the agent says that it waits. */
  readonly askEventDelayMs: number;
  /** Whether a result is announced by `taskCompleted` at once, rather than only asked about. */
  readonly completionEvent: boolean;
  /** Sends an event to every client. */
  emit(event: OutgoingEvent): void;
  /** Cuts every connection, and forgets the running tasks. */
  restart(): void;
  /** Ends the agent, and every connection with it. */
  closeWindow(): void;
}
