import type { StoreChange } from '@modegate/session-store/postgres';
import { backgroundSchedule, type Schedule } from '@modegate/timing';

/** What follows from changes that other instances make. */
export interface ChangeBatches {
  /** Takes note of a change; what follows from it begins at once. */
  readonly note: (change: StoreChange) => void;
  /** Resolves when nothing is under way. */
  readonly idle: () => Promise<void>;
}

/** What {@link createChangeBatches} needs. */
export interface ChangeBatchesOptions {
  /** The sessions that connections work in, with the version of each that is known here. */
  readonly versions: () => ReadonlyMap<string, number>;
  /** What a session is called in announcements. */
  readonly keyOf: (sessionId: string) => string;
  /** The versions of sessions as they are stored; those that are gone are missing. */
  readonly storedVersions: (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;
  /** Brings the connections that work in these sessions up to date. */
  readonly review: (sessionIds: readonly string[]) => Promise<void>;
  /** Reads again what the gateway remembers. */
  readonly reloadTexts: () => Promise<void>;
  readonly onError: (error: unknown) => void;
  /** Default: a timer that keeps no process alive. */
  readonly schedule?: Schedule;
}

interface Batch {
  readonly keys: Set<string>;
  hasTexts: boolean;
  hasMissed: boolean;
}

/** A connection that enters a session while it changes is found by a second look after this time. */
const SECOND_LOOK_MS = 1_000;

/** Brings what is known here up to date with what other instances have done: at once, and in one go for what comes together. */
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
    // In a turn of its own, so that what arrives together is looked at together.
    running ??= Promise.resolve().then(work);
  };
  return { note, idle: async () => running };
}

async function applyBatch(options: ChangeBatchesOptions, { keys, hasTexts, hasMissed }: Batch): Promise<void> {
  const known = [...options.versions().keys()];
  if (hasMissed) await reviewStaleSessions(options, known);
  // Also when none of them is in use here: it may be the parent of one.
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
