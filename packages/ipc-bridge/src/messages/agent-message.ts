import { isJsonObject, type JsonObject } from '@modegate/json';

/** Content of a `message` event, read leniently. */
export interface AgentMessage {
  readonly taskId: string;
  /** `created` or `updated`; other values are passed on. */
  readonly action: string;
  /** The message's id within its task, which is also its time in epoch milliseconds; identical in every update. */
  readonly ts: number;
  /** Kind of question (`followup`, `tool`, …) if the message is a question. */
  readonly ask: string | undefined;
  /** Kind of statement (`text`, `completion_result`, …) if the message is not a question. */
  readonly say: string | undefined;
  /**
   * Text in this frame: the whole text in official and zoo; in fork, only the new part while the message is streaming.
   */
  readonly text: string;
  readonly images: readonly string[];
  /**
   * `open` while more text is to follow, `closed` in the last frame of a stream, `none` if the message was never
   * streamed.
   */
  readonly stream: 'open' | 'closed' | 'none';
  /** True if the agent marks the question as answered. */
  readonly answered: boolean;
  /** The message as received, with all fields. */
  readonly raw: JsonObject;
}

/**
 * Reads the payload of a task's `message` event; returns undefined if the payload contains no object or no numeric id.
 */
export function readAgentMessage(taskId: string, payload: unknown): AgentMessage | undefined {
  const content: unknown = Array.isArray(payload) ? payload[0] : undefined;
  if (!isJsonObject(content) || !isJsonObject(content.message)) return undefined;
  const raw = content.message;
  if (typeof raw.ts !== 'number') return undefined;
  return {
    taskId,
    action: textOf(content.action) ?? '',
    ts: raw.ts,
    ask: raw.type === 'ask' ? textOf(raw.ask) : undefined,
    say: raw.type === 'say' ? textOf(raw.say) : undefined,
    text: textOf(raw.text) ?? '',
    images: Array.isArray(raw.images) ? raw.images.filter((image) => typeof image === 'string') : [],
    stream: streamOf(raw.partial),
    answered: raw.isAnswered === true,
    raw,
  };
}

/** An absent or null value means that nothing was streamed; only `false` ends a stream. */
function streamOf(partial: unknown): AgentMessage['stream'] {
  if (partial === true) return 'open';
  return partial === false ? 'closed' : 'none';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
