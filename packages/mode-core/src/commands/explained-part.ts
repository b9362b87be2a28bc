import type { Decision } from '../decision.ts';

/** A program or a file of a command, or a construct that cannot be read, with the decision on it alone. */
export interface ExplainedPart {
  readonly kind: 'program' | 'file' | 'unreadable';
  /** The part as written. */
  readonly text: string;
  /** Offset in the command, in UTF-16 code units. */
  readonly position: number;
  readonly decision: Decision;
}
