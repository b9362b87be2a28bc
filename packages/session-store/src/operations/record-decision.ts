import { type DecisionInput, recordedDecision } from '../input.ts';
import type { SessionHead } from '../session.ts';
import type { Awaitable } from '../store.ts';
import { type SessionContext, touchSession } from './session-access.ts';
import { activateIfPending } from './task-operations.ts';

/** See `Sessions.recordDecision`. */
export function recordDecision(
  context: SessionContext,
  id: string,
  { entry, known }: { readonly entry: DecisionInput; readonly known: SessionHead | undefined },
): Awaitable<SessionHead> {
  try {
    const decision = recordedDecision(entry, context.clock(), context.limits);
    const finish = (head: SessionHead): Awaitable<SessionHead> => {
      context.onEvent({ type: 'decided', session: head, decision });
      return head.task.state === 'pending' ? activateIfPending(context, id) : head;
    };
    const touched = touchSession(context, id, { known, entries: { decisions: [decision] } });
    return touched instanceof Promise ? touched.then(finish) : finish(touched);
  } catch (error) {
    return Promise.reject(error);
  }
}
