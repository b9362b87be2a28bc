import type { StoreChange } from '@modegate/session-store/postgres';
import { backgroundSchedule, type Schedule } from '@modegate/timing';

/** Applies the consequences of changes by other instances. */
export interface ChangeBatches {
  /** Records a change and immediately starts to apply it. */
  readonly note: (change: StoreChange) => void;
  /** Resolves when no work is in progress. */
  readonly idle: () => Promise<void>;
}

/** What {@link createChangeBatches} needs. */
export interface ChangeBatchesOptions {
  /** Returns the sessions of the connections, with the version of each that is known here. */
  readonly versions: () => ReadonlyMap<string, number>;
  /** Returns the key of a session in announcements. */
  readonly keyOf: (sessionId: string) => string;
  /** Returns the stored versions of sessions; removed sessions are missing. */
  readonly storedVersions: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Updates the connections that work in these sessions. */
  readonly review: (sessionIds: readonly string[]) => Promise<void>;
  /** Reloads everything that the gateway remembers. */
  readonly reloadTexts: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Default: a timer that does not keep the process alive. */
  readonly schedule?: Schedule;
}

interface Batch {
  readonly keys: Set<string>;
  hasTexts: boolean;
  hasMissed: boolean;
}

/** A connection that enters a session during its change is found by a second check after this time. */
const SECOND_LOOK_MS = 1_000;

/**
 * Updates the local state to the changes of other instances: immediately, and in one step for changes that arrive
 * together.
 */
export function createChangeBatches(options: ChangeBatchesOptions): ChangeBatches {
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
        refreshStaleLists(batch.keys);
      } catch (error) {
        onError(error);
        schedule(() => note({ kind: 'missed' }), SECOND_LOOK_MS);
      }
    }
    running = undefined;
  };
  const refreshStaleLists = (keys: ReadonlySet<string>): void => {
    if (keys.size === 0) return;
    schedule(() => {
      const entered = [...options.versions().keys()].filter((id) => keys.has(options.keyOf(id)));
      reviewStaleSessions(options, entered).catch(onError);
    }, SECOND_LOOK_MS);
  };
  const note = (change: StoreChange): void => {
    add(change);
    // In a separate turn, so that changes that arrive together are handled together.
    running ??= Promise.resolve().then(work);
  };
  return { note, idle: async () => running };
}

async function applyBatch(options: ChangeBatchesOptions, { keys, hasTexts, hasMissed }: Batch): Promise<void> {
  const known = [...options.versions().keys()];
  if (hasMissed) await reviewStaleSessions(options, known);
  // Even if none of them is used here: it may be the parent of one.
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
