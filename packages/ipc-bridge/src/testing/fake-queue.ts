import type { JsonObject } from '@modegate/json';
import type { FakeAgentContext } from './fake-agent-context.ts';
import type { TaskRun } from './fake-task.ts';
import { emitTaskEvent } from './task-run.ts';

/** Messages waiting for the next question of the open task. */
export type FakeQueue = ReturnType<typeof createFakeQueue>;

/** Content of a user's message. */
export interface UserMessage {
  readonly text: string;
  readonly images: readonly string[];
}

type QueuedMessage = JsonObject & { readonly id: string; readonly text: string; readonly images?: readonly string[] };

const approvals: ReadonlySet<string> = new Set(['tool', 'command', 'use_mcp_server']);

/** Creates an empty queue. */
export function createFakeQueue({ clock }: FakeAgentContext) {
  let waiting: readonly QueuedMessage[] = [];
  let queuedEver = 0;
  const change = (run: TaskRun, next: readonly QueuedMessage[]): void => {
    waiting = next;
    emitTaskEvent(run, 'queuedMessagesUpdated', waiting);
  };
  return {
    add: (run: TaskRun, { text, images }: UserMessage) => {
      queuedEver += 1;
      const entry = { timestamp: clock(), id: `queued-${queuedEver}`, text, ...(images.length > 0 && { images }) };
      change(run, [...waiting, entry]);
    },
    remove: (run: TaskRun, messageId: string) => {
      const rest = waiting.filter(({ id }) => id !== messageId);
      if (rest.length < waiting.length) change(run, rest);
    },
    /**
     * Removes the first message and returns it as the answer to the current question; undefined if the queue is empty.
     */
    takeAnswer: (run: TaskRun) => {
      const [first, ...rest] = waiting;
      if (first === undefined) return undefined;
      change(run, rest);
      // A queued message approves the question, whereas the same message sent directly would refuse it.
      const kind = approvals.has(run.question?.ask ?? '') ? ('yes' as const) : ('message' as const);
      return { kind, text: first.text, images: first.images ?? [] };
    },
    /** Drops every message silently. */
    clear: () => {
      waiting = [];
    },
  };
}
