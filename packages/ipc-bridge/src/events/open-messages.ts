import { estimateBytes } from '@modegate/json';
import type { Dialect } from '../dialect.ts';
import { createMessageMemory } from '../memory/message-memory.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { AgentMessage } from '../messages/agent-message.ts';
import { readTaskEvent } from '../messages/read-message.ts';

/** Follows streaming messages, and ends those that never end on the wire. */
export type OpenMessages = ReturnType<typeof createOpenMessages>;

interface OpenMessage {
  readonly latest: AgentMessage;
  /**
   * True for a message that was ended here but continued on the wire, so that only the end of the task ends it again.
   */
  readonly endedBefore: boolean;
}

const none: readonly AgentEvent[] = [];

interface OpenMessagesOptions {
  readonly dialect: () => Dialect;
  readonly maxMessages: number;
  readonly maxBytes: number;
}

/** Creates an empty record of open messages; drops the oldest message when a limit is reached. */
export function createOpenMessages(options: OpenMessagesOptions) {
  const open = createMessageMemory<OpenMessage>(options);
  // Messages that were ended here, recorded so that no message is ended twice. Stored separately because every message
  // is looked up among the open messages.
  const ended = createMessageMemory<true>(options);

  function endEarlier({ taskId, ts }: AgentMessage): readonly AgentEvent[] {
    const streaming = open.list(taskId);
    if (streaming.length === 0) return none;
    const earlier = streaming.filter(({ latest, endedBefore }) => latest.ts < ts && !endedBefore);
    for (const { latest } of earlier) {
      open.forget(latest);
      ended.put(latest, true, 0);
    }
    return earlier.map(ending);
  }

  function endTask(taskId: string): readonly AgentEvent[] {
    const endings = open.list(taskId).map(ending);
    open.forgetTask(taskId);
    ended.forgetTask(taskId);
    return endings;
  }

  const ending = ({ latest }: OpenMessage): AgentEvent => endingOf(latest, options.dialect());

  return {
    /** Processes a message; returns the ends of earlier messages from its task, to be delivered before this message. */
    observe(message: AgentMessage) {
      const endings = endEarlier(message);
      if (message.stream === 'open') {
        const endedBefore = ended.get(message) ?? false;
        open.put(message, { latest: message, endedBefore }, estimateBytes(message.raw));
      } else {
        open.forget(message);
        ended.forget(message);
      }
      return endings;
    },
    /** Ends all messages of a task; called when the task has ended. */
    endTask,
    /** Ends all messages; called when the connection has ended. */
    endAll: () => [...new Set([...open.taskIds, ...ended.taskIds])].flatMap(endTask),
  };
}

/**
 * In fork, each frame continues the text of the previous frames, so the final frame has no text; in the other dialects,
 * each frame repeats the whole text.
 */
function endingOf(message: AgentMessage, dialect: Dialect): AgentEvent {
  const text = dialect === 'fork' ? { text: '' } : {};
  return readTaskEvent({
    eventName: 'message',
    payload: [{ taskId: message.taskId, action: 'updated', message: { ...message.raw, ...text, partial: false } }],
  });
}
