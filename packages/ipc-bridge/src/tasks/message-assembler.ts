import type { Dialect } from '../dialect.ts';
import type { JsonObject } from '../json.ts';
import { estimateBytes } from '../memory/estimate-bytes.ts';
import { createLinkedList, type Link } from '../memory/linked-list.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { type AgentMessage, readAgentMessage } from '../messages/agent-message.ts';
import { assembleText } from './assemble-text.ts';

/** A message as it stands after all the frames that came of it. */
export interface AssembledMessage {
  readonly taskId: string;
  readonly ts: number;
  readonly ask: string | undefined;
  readonly say: string | undefined;
  /** The whole text so far. */
  readonly text: string;
  readonly images: readonly string[];
  readonly stream: AgentMessage['stream'];
  readonly answered: boolean;
  /** How many frames it was made of. */
  readonly frames: number;
  /** Whether the text was longer than is kept; its beginning is. */
  readonly truncated: boolean;
  /** When the last frame was received, in epoch milliseconds. */
  readonly at: number;
  /** The message of the last frame as it came: its `text` may be a piece only. */
  readonly latest: JsonObject;
}

/** Puts together what agents send in pieces. */
export interface MessageAssembler {
  /** Takes an event in, in the order of arrival; the message as it stands then, or undefined for other events. */
  observe(event: AgentEvent, at: number): AssembledMessage | undefined;
  get(taskId: string, ts: number): AssembledMessage | undefined;
  /** The messages of a task that are still remembered, in the order of their ts. */
  list(taskId: string): readonly AssembledMessage[];
  forgetTask(taskId: string): void;
  /** `forgotten` counts the messages that had to make room. */
  readonly counters: { readonly held: number; readonly heldBytes: number; readonly forgotten: number };
}

const MAX_MESSAGES = 5000;
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TEXT_LENGTH = 4 * 1024 * 1024;

/** Bounds and surroundings of a {@link MessageAssembler}. */
export interface MessageAssemblerOptions {
  /** Asked with every frame: only fork sends pieces. While it is not certain, say `fork`. */
  readonly dialect: () => Dialect;
  /** Default: 5,000. */
  readonly maxMessages?: number;
  /** About how much memory the messages may take. Default: 32 MiB. */
  readonly maxBytes?: number;
  /** In characters. Default: 4 Mi. */
  readonly maxTextLength?: number;
}

/**
 * Creates an assembler that remembers nothing yet; when a bound is reached, the messages go that were silent longest.
 * The agent's own record is the repair where frames were missed (GetMessages in fork).
 */
export function createMessageAssembler(options: MessageAssemblerOptions): MessageAssembler {
  const { dialect, maxMessages = MAX_MESSAGES, maxBytes = MAX_BYTES, maxTextLength = MAX_TEXT_LENGTH } = options;
  const tasks = new Map<string, Map<number, Link<Held>>>();
  const order = createLinkedList<Held>();
  let bytes = 0;
  let forgotten = 0;

  function remove(link: Link<Held>): void {
    const { taskId, ts } = link.value.message;
    const messages = tasks.get(taskId);
    messages?.delete(ts);
    if (messages?.size === 0) tasks.delete(taskId);
    order.remove(link);
    bytes -= link.value.bytes;
  }

  function put(message: AssembledMessage): void {
    const held = { message, bytes: estimateBytes(message.latest) + 2 * message.text.length };
    const messages = tasks.get(message.taskId) ?? new Map<number, Link<Held>>();
    tasks.set(message.taskId, messages.set(message.ts, order.append(held)));
    bytes += held.bytes;
    while (order.first !== undefined && (order.size > maxMessages || bytes > maxBytes)) {
      remove(order.first);
      forgotten += 1;
    }
  }

  return {
    observe(event, at) {
      const frame = readAgentMessage(event);
      if (frame === undefined) return undefined;
      const link = tasks.get(frame.taskId)?.get(frame.ts);
      const earlier = link?.value.message;
      const text = dialect() === 'fork' ? assembleText(earlier, frame) : frame.text;
      const message = assembled(frame, {
        text: text.slice(0, maxTextLength),
        // A text that was cut misses what came in between, whatever its length is now.
        truncated: text.length > maxTextLength || (earlier?.truncated === true && text !== frame.text),
        frames: (earlier?.frames ?? 0) + 1,
        at,
      });
      if (link !== undefined) remove(link);
      put(message);
      return message;
    },
    get: (taskId, ts) => tasks.get(taskId)?.get(ts)?.value.message,
    list: (taskId) =>
      [...(tasks.get(taskId)?.values() ?? [])].map((link) => link.value.message).sort((a, b) => a.ts - b.ts),
    forgetTask(taskId) {
      for (const link of tasks.get(taskId)?.values() ?? []) remove(link);
    },
    get counters() {
      return { held: order.size, heldBytes: bytes, forgotten };
    },
  };
}

interface Held {
  readonly message: AssembledMessage;
  readonly bytes: number;
}

function assembled(
  frame: AgentMessage,
  whole: Pick<AssembledMessage, 'text' | 'truncated' | 'frames' | 'at'>,
): AssembledMessage {
  const { taskId, ts, ask, say, images, stream, answered, raw } = frame;
  return { taskId, ts, ask, say, images, stream, answered, latest: raw, ...whole };
}
