import type { Decision } from '../decision.ts';
import type { FileAccessVerb } from './file-access-verbs.ts';

/** A program or file in a command, or a construct that cannot be parsed, with the decision on that part alone. */
export interface ExplainedPart {
  readonly kind: 'program' | 'file' | 'unreadable';
  /** The part as written. */
  readonly text: string;
  /** Offset in the command, in UTF-16 code units. */
  readonly position: number;
  /** Type of access to the file; absent for any other part. */
  readonly access?: FileAccessVerb;
  /**
   * Path of the file, relative to the project unless absolute; absent if the command text does not determine the path.
   */
  readonly path?: string;
  readonly decision: Decision;
}
