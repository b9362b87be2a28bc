import type { ModeSwitch, RecordedDecision, SessionHead } from './session.ts';

/** A change of a session. It is emitted after the change was stored; for a decision, possibly before. */
export type SessionEvent =
  | { readonly type: 'created'; readonly session: SessionHead }
  | { readonly type: 'switched'; readonly session: SessionHead; readonly change: ModeSwitch }
  | { readonly type: 'decided'; readonly session: SessionHead; readonly decision: RecordedDecision }
  /** Completed, failed or cancelled; a task cancelled with its parent has a separate event. */
  | { readonly type: 'ended'; readonly session: SessionHead }
  /** Not used in time, and removed. */
  | { readonly type: 'expired'; readonly session: SessionHead };
