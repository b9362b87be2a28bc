import { type DecisionInput, recordedDecision } from '../input.ts';
import type { SessionHead } from '../session.ts';
import { expiryAfter, isPastExpiry, type SessionWorld, touchSession } from './session-access.ts';
import { activateIfPending } from './task-operations.ts';

/** See `Sessions.recordDecisionAtOnce`. */
export function recordDecisionAtOnce(world: SessionWorld, id: string, entry: DecisionInput): SessionHead | undefined {
  const { atOnce } = world;
  const found = atOnce?.head(id);
  const at = world.clock();
  if (atOnce === undefined || found === undefined || found.task.state === 'pending' || isPastExpiry(found, at))
    return undefined;
  const decision = recordedDecision(entry, at, world.limits);
  const append = { keep: world.limits, decisions: [decision] };
  const head = atOnce.touch(id, { at, expiresAt: expiryAfter(world, at) }, append) ?? found;
  world.onEvent({ type: 'decided', session: head, decision });
  return head;
}

/** See `Sessions.recordDecision`. */
export async function recordDecision(world: SessionWorld, id: string, entry: DecisionInput): Promise<SessionHead> {
  const recorded = recordDecisionAtOnce(world, id, entry);
  if (recorded !== undefined) return recorded;
  const decision = recordedDecision(entry, world.clock(), world.limits);
  const head = await touchSession(world, id, { decisions: [decision] });
  world.onEvent({ type: 'decided', session: head, decision });
  return head.task.state === 'pending' ? activateIfPending(world, id) : head;
}

/**
 * A session must not expire while a use of it waits to be written. Far more than a line waits, since other processes look at clocks of their own.
 */
const MARGIN_MS = 10_000;

/** See `Sessions.noteDecision`. */
export async function noteDecision(world: SessionWorld, session: SessionHead, entry: DecisionInput): Promise<void> {
  if (recordDecisionAtOnce(world, session.id, entry) !== undefined) return;
  const { store, limits: keep } = world;
  const at = world.clock();
  const isUrgent = session.task.state === 'pending' || isPastExpiry(session, at + MARGIN_MS);
  if (store.note === undefined || isUrgent) {
    await recordDecision(world, session.id, entry);
    return;
  }
  const decision = recordedDecision(entry, at, keep);
  await store.note(session.id, { at, expiresAt: expiryAfter(world, at) }, { keep, decisions: [decision] });
  world.onEvent({ type: 'decided', session, decision });
}
