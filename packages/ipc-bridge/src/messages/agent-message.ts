import { isJsonObject, type JsonObject } from '@modegate/json';

/** What a `message` event says, read loosely. */
export interface AgentMessage {
  readonly taskId: string;
  /** `created` or `updated`; other words pass. */
  readonly action: string;
  /** The message's id within its task, also its time in epoch milliseconds; the same in every update. */
  readonly ts: number;
  /** What the agent asks for (`followup`, `tool`, …), in a message that asks. */
  readonly ask: string | undefined;
  /** What the agent says (`text`, `completion_result`, …), in a message that is not a question. */
  readonly say: string | undefined;
  /** The text of this frame: all of it in official and zoo, only what is new while fork streams. */
  readonly text: string;
  readonly images: readonly string[];
  /** `open` while more text is to come, `closed` in the frame that ends a stream, `none` for what was never streamed. */
  readonly stream: 'open' | 'closed' | 'none';
  /** Whether the agent marks an ask as answered. */
  readonly answered: boolean;
  /** The message as it came, with every field. */
  readonly raw: JsonObject;
}

/** Reads the payload of a `message` event of a task; undefined for one without an object or a number as its id. */
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

/** Absent and null mean that nothing was ever streamed; only `false` ends a stream. */
function streamOf(partial: unknown): AgentMessage['stream'] {
  if (partial === true) return 'open';
  return partial === false ? 'closed' : 'none';
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
