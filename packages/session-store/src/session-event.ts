import type { ModeSwitch, RecordedDecision, SessionHead } from './session.ts';

/** A change to a session. Emitted after the change has been stored; the event for a decision may be emitted earlier. */
export type SessionEvent =
  | { readonly type: 'created'; readonly session: SessionHead }
  | { readonly type: 'switched'; readonly session: SessionHead; readonly change: ModeSwitch }
  | { readonly type: 'decided'; readonly session: SessionHead; readonly decision: RecordedDecision }
  /** Completed, failed or cancelled; a task that is cancelled together with its parent gets an event of its own. */
  | { readonly type: 'ended'; readonly session: SessionHead }
  /** Removed because it was not used in time. */
  | { readonly type: 'expired'; readonly session: SessionHead };
