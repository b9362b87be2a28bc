import type { ModeSwitch, RecordedDecision, SessionHead } from './session.ts';

/** Something that has happened to a session, reported after it was stored; a decision that was only noted may be stored later. */
export type SessionEvent =
  | { readonly type: 'created'; readonly session: SessionHead }
  | { readonly type: 'switched'; readonly session: SessionHead; readonly change: ModeSwitch }
  | { readonly type: 'decided'; readonly session: SessionHead; readonly decision: RecordedDecision }
  /** Completed, failed or cancelled; a task cancelled with its parent has a separate event. */
  | { readonly type: 'ended'; readonly session: SessionHead }
  /** Not used in time, and removed. */
  | { readonly type: 'expired'; readonly session: SessionHead };
