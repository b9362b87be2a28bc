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

/** An answer over HTTP. */
export interface HttpAnswer {
  readonly type: string;
  readonly body: string;
}

/** The API of one vendor, as far as a script of tool calls needs it. */
export interface ModelDialect {
  readonly matches: (path: string) => boolean;
  /** How many results of tools a request has: as many steps of the script are done. */
  readonly countResults: (body: unknown) => number;
  readonly answer: (turn: Turn) => HttpAnswer;
}

/** Answers with server-sent events. */
export function streamOf(events: readonly object[], { named = true, end = '' } = {}): HttpAnswer {
  const lines = events.map((event) => {
    const name = named && 'type' in event ? `event: ${String(event.type)}\n` : '';
    // Some readers of streams end a line at these two.
    const data = JSON.stringify(event).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
    return `${name}data: ${data}\n\n`;
  });
  return { type: 'text/event-stream', body: lines.join('') + end };
}

/** Answers with one object. */
export function jsonOf(value: unknown): HttpAnswer {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/** How many objects below a value fit. */
export function countObjects(value: unknown, fits: (object: Readonly<Record<string, unknown>>) => boolean): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = !Array.isArray(value) && fits(value as Readonly<Record<string, unknown>>) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, child) => sum + countObjects(child, fits), own);
}
