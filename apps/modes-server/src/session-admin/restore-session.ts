import type { InsertResult, Session, Store, StoreLimits } from '@modegate/session-store';

/** Outcome of restoring a session. */
export type Restoration = 'added' | 'replaced' | Exclude<InsertResult, 'inserted'>;

/** Maximum number of attempts to restore a session that other processes keep changing. */
const maxAttempts = 20;

/**
 * Stores a session with its history. An existing session is left unchanged and reported as `taken`, unless it is to be
 * replaced. The replacement is atomic and increases the version, so a process that has read the old session cannot
 * overwrite the new one.
 */
export async function restoreSession(
  store: Store,
  session: Session,
  { keep, replace }: { readonly keep: StoreLimits; readonly replace: boolean },
): Promise<Restoration> {
  const { messages, switches, decisions, dropped, ...task } = session.task;
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stored = await store.head(session.id);
    if (stored !== undefined && !replace) return 'taken';
    const version = Math.max(session.version, (stored?.version ?? 0) + 1);
    const restored = { dropped, ...(stored === undefined ? {} : { replaces: { version: stored.version } }) };
    const append = { keep, messages, switches, decisions };
    const outcome = await store.insert({ ...session, version, task }, append, restored);
    if (outcome === 'inserted') return stored === undefined ? 'added' : 'replaced';
    if (outcome !== 'taken') return outcome;
  }
  return 'taken';
}
