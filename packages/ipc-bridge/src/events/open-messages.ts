import type { Dialect } from '../dialect.ts';
import { estimateBytes } from '../memory/estimate-bytes.ts';
import { createMessageMemory } from '../memory/message-memory.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { AgentMessage } from '../messages/agent-message.ts';
import { readTaskEvent } from '../messages/read-message.ts';

/** Follows the messages that still stream, and ends those that the wire never will. */
export interface OpenMessages {
  /** Takes a message in; the ends of earlier ones of its task, which belong before it. */
  observe(message: AgentMessage): readonly AgentEvent[];
  /** The task is over: the ends of all of its messages. */
  endTask(taskId: string): readonly AgentEvent[];
  /** The connection is over: the ends of all messages. */
  endAll(): readonly AgentEvent[];
}

interface OpenMessage {
  readonly taskId: string;
  readonly ts: number;
  /** The latest piece; undefined once we have ended the message. */
  latest: AgentMessage | undefined;
  /** We ended it once already, and the wire went on: only the end of the task ends it again. */
  endedBefore: boolean;
}

/** Creates a record without open messages; what is oldest in it is forgotten when the bounds are reached. */
export function createOpenMessages(options: {
  readonly dialect: () => Dialect;
  readonly maxMessages: number;
  readonly maxBytes: number;
}): OpenMessages {
  const open = createMessageMemory<OpenMessage>(options);

  /** The end of a message, which stays on record so that it is not ended twice. */
  function end(message: OpenMessage): readonly AgentEvent[] {
    const { latest } = message;
    if (latest === undefined) return [];
    [message.latest, message.endedBefore] = [undefined, true];
    open.uncount(message);
    return [endingOf(latest, options.dialect())];
  }

  function endTask(taskId: string): readonly AgentEvent[] {
    const endings = open.list(taskId).flatMap(end);
    open.forgetTask(taskId);
    return endings;
  }

  return {
    observe(message) {
      const { taskId, ts } = message;
      const earlier = open.list(taskId).filter((other) => other.ts < ts && !other.endedBefore);
      const endings = earlier.flatMap(end);
      if (message.stream === 'open') {
        const endedBefore = open.get(message)?.endedBefore ?? false;
        open.put(message, { taskId, ts, latest: message, endedBefore }, estimateBytes(message.raw));
      } else open.forget(message);
      return endings;
    },
    endTask,
    endAll: () => open.taskIds.flatMap(endTask),
  };
}

/** In fork a frame adds its text to the ones before, so the end has none; elsewhere it repeats all of it. */
function endingOf(message: AgentMessage, dialect: Dialect): AgentEvent {
  const text = dialect === 'fork' ? { text: '' } : {};
  return readTaskEvent({
    eventName: 'message',
    payload: [{ taskId: message.taskId, action: 'updated', message: { ...message.raw, ...text, partial: false } }],
  });
}
