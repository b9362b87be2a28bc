import type { StoreLimits } from './store.ts';
import { describeValue, invalidValue } from './values/invalid-value.ts';

/**
 * Limits on sessions. Every limit is a positive integer. `sessions`, `endedSessions` and `bytes` apply to each owner,
 * so all owners together may use up to `owners` times these amounts. Defaults: 64 `owners`; 10,000 `sessions` and as
 * many `endedSessions`; 268,435,456 `bytes`, at least 1,048,576; 200 `messages`, 100 `switches` and 1,000 `decisions`
 * per task.
 */
export interface SessionLimits extends StoreLimits {
  /**
   * Maximum size of a message, an initial message, a reason or a result in UTF-8 bytes; longer text is truncated.
   * Default 65,536, at least 256.
   */
  readonly messageBytes: number;
  /**
   * Maximum size of a decision's `rule` and of its `detail` in bytes; a larger value is replaced by a marker. Default
   * 16,384.
   */
  readonly decisionBytes: number;
  /** Maximum size of a task's metadata in bytes; larger metadata is refused. Default 16,384. */
  readonly metadataBytes: number;
  /** Maximum number of levels of nested tasks, including the root. Default 32. */
  readonly depth: number;
  /**
   * Maximum number of children that a task may have open at the same time, and of child ids that it remembers. Default
   * 256.
   */
  readonly openChildren: number;
}

/** Default limits. */
export const defaultLimits: SessionLimits = Object.freeze({
  owners: 64,
  sessions: 10_000,
  endedSessions: 10_000,
  bytes: 268_435_456,
  messages: 200,
  switches: 100,
  decisions: 1_000,
  messageBytes: 65_536,
  decisionBytes: 16_384,
  metadataBytes: 16_384,
  depth: 32,
  openChildren: 256,
});

/**
 * Replaces some of the default limits, then checks and freezes the result.
 * @throws {SessionError} VALUE_INVALID if a limit is not a positive integer, or is too small to contain a marker.
 */
export function completeLimits(given: Partial<SessionLimits> = {}): SessionLimits {
  const limits = { ...defaultLimits };
  for (const name of Object.keys(defaultLimits) as (keyof SessionLimits)[]) {
    const value = given[name];
    if (value === undefined) continue;
    const least = leastValues[name] ?? 1;
    if (!Number.isSafeInteger(value) || value < least) {
      throw invalidValue(`limits.${name}`, `an integer of at least ${least}`, describeValue(value));
    }
    limits[name] = value;
  }
  return Object.freeze(limits);
}

// The limit on text must leave room for a marker, and the total must leave room for one session with text of the
// maximum length.
const leastValues: Partial<SessionLimits> = { messageBytes: 256, decisionBytes: 256, bytes: 1_048_576 };
