/** A tool that the scripted model calls. `input` is a text where the tool takes no JSON. */
export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  /** The group of the tool, where the API has such. */
  readonly namespace?: string;
}

/** What the model says next. */
export interface Turn {
  /** Undefined ends the conversation. */
  readonly use: ToolUse | undefined;
  /** Different for each call of a conversation. */
  readonly callId: string;
  /** Whether the agent reads a stream of events. */
  readonly isStream: boolean;
}

/** An HTTP response. */
export interface HttpAnswer {
  readonly type: string;
  readonly body: string;
}

/** The API of one vendor, as far as scripted tool calls need it. */
export interface ModelDialect {
  readonly matches: (path: string) => boolean;
  /** Number of tool results in a request; equals the completed steps of the script. */
  readonly countResults: (body: unknown) => number;
  readonly answer: (turn: Turn) => HttpAnswer;
}

/** Responds with server-sent events. */
export function streamOf(events: readonly object[], { named = true, end = '' } = {}): HttpAnswer {
  const lines = events.map((event) => {
    const name = named && 'type' in event ? `event: ${String(event.type)}\n` : '';
    // Some stream parsers end a line at these two.
    const data = JSON.stringify(event).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
    return `${name}data: ${data}\n\n`;
  });
  return { type: 'text/event-stream', body: lines.join('') + end };
}

/** Responds with one JSON object. */
export function jsonOf(value: unknown): HttpAnswer {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/** Number of matching objects below a value. */
export function countObjects(value: unknown, fits: (object: Readonly<Record<string, unknown>>) => boolean): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = !Array.isArray(value) && fits(value as Readonly<Record<string, unknown>>) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, child) => sum + countObjects(child, fits), own);
}
