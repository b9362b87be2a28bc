import type { StoreChange } from '@modegate/session-store/postgres';
import { backgroundSchedule, type Schedule } from '@modegate/timing';

/** Options for {@link createChangeBatches}. */
export interface ChangeBatchesOptions {
  /** Sessions in which connections are working, each with the version known to this instance. */
  readonly versions: () => ReadonlyMap<string, number>;
  /** Returns the key that announcements use for a session. */
  readonly keyOf: (sessionId: string) => string;
  /** Reads the stored versions of sessions; omits deleted sessions. */
  readonly storedVersions: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Updates the connections that are working in these sessions. */
  readonly review: (sessionIds: readonly string[]) => Promise<void>;
  /** Reads the gateway's state again. */
  readonly reloadTexts: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Timer for delayed work. Default: a timer that does not keep the process alive. */
  readonly schedule?: Schedule;
}

interface Batch {
  readonly keys: Set<string>;
  hasTexts: boolean;
  hasMissed: boolean;
}

/** Delay before a second check, which finds connections that entered a session while it was changing. */
const SECOND_LOOK_MS = 1_000;

/**
 * Creates an empty queue of changes made by other instances. Changes are applied immediately, and those that arrive
 * together are applied in one batch. `idle` resolves when no change is being processed.
 */
export function createChangeBatches(options: ChangeBatchesOptions) {
  const { onError, schedule = backgroundSchedule } = options;
  let waiting: Batch | undefined;
  let running: Promise<void> | undefined;
  const add = (change: StoreChange): void => {
    waiting ??= { keys: new Set(), hasTexts: false, hasMissed: false };
    if (change.kind === 'session') waiting.keys.add(change.key);
    else if (change.kind === 'text') waiting.hasTexts = true;
    else waiting.hasMissed = true;
  };
  const work = async (): Promise<void> => {
    while (waiting !== undefined) {
      const batch = waiting;
      waiting = undefined;
      try {
        await applyBatch(options, batch);
        reviewAgain(batch.keys);
      } catch (error) {
        onError(error);
        schedule(() => note({ kind: 'missed' }), SECOND_LOOK_MS);
      }
    }
    running = undefined;
  };
  const reviewAgain = (keys: ReadonlySet<string>): void => {
    if (keys.size === 0) return;
    schedule(() => {
      const entered = [...options.versions().keys()].filter((id) => keys.has(options.keyOf(id)));
      reviewStaleSessions(options, entered).catch(onError);
    }, SECOND_LOOK_MS);
  };
  const note = (change: StoreChange): void => {
    add(change);
    // Deferred by a microtask, so that changes arriving together form one batch.
    running ??= Promise.resolve().then(work);
  };
  return { note, idle: async () => running };
}

async function applyBatch(options: ChangeBatchesOptions, { keys, hasTexts, hasMissed }: Batch): Promise<void> {
  const known = [...options.versions().keys()];
  if (hasMissed) await reviewStaleSessions(options, known);
  // Reviews the sessions even if none of them is in use in this instance, because one of them may be the parent of a
  // session that is.
  if (keys.size > 0) await options.review(known.filter((id) => keys.has(options.keyOf(id))));
  if (hasMissed || hasTexts) await options.reloadTexts();
}

async function reviewStaleSessions(
  { versions, storedVersions, review }: ChangeBatchesOptions,
  sessionIds: readonly string[],
): Promise<void> {
  if (sessionIds.length === 0) return;
  const stored = await storedVersions(sessionIds);
  const known = versions();
  const outdated = sessionIds.filter((id) => stored.get(id) !== known.get(id));
  if (outdated.length > 0) await review(outdated);
}
