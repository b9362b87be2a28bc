import { type DecisionInput, recordedDecision } from '../input.ts';
import type { SessionHead } from '../session.ts';
import type { Awaitable } from '../store.ts';
import { type SessionWorld, touchSession } from './session-access.ts';
import { activateIfPending } from './task-operations.ts';

/** See `Sessions.recordDecision`. */
export function recordDecision(
  world: SessionWorld,
  id: string,
  { entry, known }: { readonly entry: DecisionInput; readonly known: SessionHead | undefined },
): Awaitable<SessionHead> {
  try {
    const decision = recordedDecision(entry, world.clock(), world.limits);
    const finish = (head: SessionHead): Awaitable<SessionHead> => {
      world.onEvent({ type: 'decided', session: head, decision });
      return head.task.state === 'pending' ? activateIfPending(world, id) : head;
    };
    const touched = touchSession(world, id, { known, entries: { decisions: [decision] } });
    return touched instanceof Promise ? touched.then(finish) : finish(touched);
  } catch (error) {
    return Promise.reject(error);
  }
}
