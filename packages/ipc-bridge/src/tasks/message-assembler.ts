import { estimateBytes, type JsonObject } from '@modegate/json';
import type { Dialect } from '../dialect.ts';
import { createMessageMemory } from '../memory/message-memory.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { AgentMessage } from '../messages/agent-message.ts';

/** A message assembled from all of its frames so far. */
export interface AssembledMessage extends Omit<AgentMessage, 'action' | 'raw'> {
  /** The whole text of the message so far. */
  readonly text: string;
  /** Number of frames. */
  readonly frames: number;
  /** True if the text was truncated at the end. */
  readonly truncated: boolean;
  /** Time of the last frame, in epoch milliseconds. */
  readonly at: number;
  /** The message in the last frame, as received; its `text` may be only a piece. */
  readonly latest: JsonObject;
}

/** Assembles messages that agents send in pieces. */
export interface MessageAssembler {
  /**
   * Processes an event; events must be passed in order of arrival. Returns the message so far, or undefined if the
   * event carries no message.
   */
  observe(event: AgentEvent, at: number): AssembledMessage | undefined;
  get(taskId: string, ts: number): AssembledMessage | undefined;
  /** Returns the remembered messages of a task, in order of `ts`. */
  list(taskId: string): readonly AssembledMessage[];
  forgetTask(taskId: string): void;
  /** Counters; `forgotten` counts the messages that were dropped. */
  readonly counters: { readonly held: number; readonly heldBytes: number; readonly forgotten: number };
}

const MAX_MESSAGES = 5000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** Limits and dependencies of a {@link MessageAssembler}. */
export interface MessageAssemblerOptions {
  /**
   * Returns the current dialect; called for every frame, because only fork sends pieces. Must return `fork` while the
   * dialect is uncertain.
   */
  readonly dialect: () => Dialect;
  /** Maximum number of messages. Default: 5,000. */
  readonly maxMessages?: number;
  /** Maximum approximate memory used by the messages. Default: 32 MiB. */
  readonly maxBytes?: number;
  /** Maximum length of a message's text, in characters. Default: 4 Mi. */
  readonly maxTextLength?: number;
}

/**
 * Creates an empty assembler; when a limit is reached, it drops the messages that have gone longest without a new
 * frame. If frames were missed, the whole text is available in the agent's own record (GetMessages in fork).
 */
export function createMessageAssembler(options: MessageAssemblerOptions): MessageAssembler {
  const { dialect, maxMessages = MAX_MESSAGES, maxBytes = MAX_BYTES, maxTextLength = MAX_TEXT_LENGTH } = options;
  const memory = createMessageMemory<AssembledMessage>({ maxMessages, maxBytes });

  return {
    observe({ message: frame }, at) {
      if (frame === undefined) return undefined;
      const earlier = memory.get(frame);
      const text = dialect() === 'fork' ? assembleText(earlier, frame) : frame.text;
      const message = assembled(frame, {
        text: text.slice(0, maxTextLength),
        // Once truncated, text stays incomplete, regardless of its current length.
        truncated: text.length > maxTextLength || (earlier?.truncated === true && text !== frame.text),
        frames: (earlier?.frames ?? 0) + 1,
        at,
      });
      memory.put(frame, message, estimateBytes(message.latest) + 2 * message.text.length);
      return message;
    },
    get: (taskId, ts) => memory.get({ taskId, ts }),
    list: (taskId) => memory.list(taskId).toSorted((a, b) => a.ts - b.ts),
    forgetTask: memory.forgetTask,
    get counters() {
      return memory.counters;
    },
  };
}

function assembled(
  frame: AgentMessage,
  whole: Pick<AssembledMessage, 'text' | 'truncated' | 'frames' | 'at'>,
): AssembledMessage {
  const { taskId, ts, ask, say, images, stream, answered, raw } = frame;
  return { taskId, ts, ask, say, images, stream, answered, latest: raw, ...whole };
}

/**
 * Returns the text of a message after one more frame, as streamed in fork. A frame, including the last one, contains
 * only the new text, or the whole text if another message came in between. A frame that starts with the text so far is
 * taken as the whole text.
 */
function assembleText(earlier: AssembledMessage | undefined, frame: AgentMessage): string {
  if (earlier === undefined || frame.stream === 'none') return frame.text;
  // Compares lengths first, because reading a string that was joined from pieces copies it every time.
  if (frame.text.length >= earlier.text.length && frame.text.startsWith(earlier.text)) return frame.text;
  if (earlier.stream === 'open') return earlier.text + frame.text;
  // If the message has already ended, a repeated frame adds nothing, and any other frame contains different text.
  return frame.text === earlier.latest.text ? earlier.text : frame.text;
}
