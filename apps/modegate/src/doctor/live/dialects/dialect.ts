/** A tool call by the scripted model. `input` is text if the tool does not take JSON. */
export interface ToolUse {
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>> | string;
  /** Group to which the tool belongs, for APIs that have groups. */
  readonly namespace?: string;
}

/** The model's next turn. */
export interface Turn {
  /** The next tool call; undefined to end the conversation. */
  readonly use: ToolUse | undefined;
  /** Id of the call, different for each call in a conversation. */
  readonly callId: string;
  /** True if the agent reads a stream of events. */
  readonly isStream: boolean;
}

/** A response over HTTP. */
export interface HttpAnswer {
  readonly type: string;
  readonly body: string;
}

/** One vendor's API, to the extent needed by a script of tool calls. */
export interface ModelDialect {
  readonly matches: (path: string) => boolean;
  /** Counts the tool results in a request; the count equals the number of completed script steps. */
  readonly countResults: (body: unknown) => number;
  readonly answer: (turn: Turn) => HttpAnswer;
}

/** Creates a response that consists of server-sent events. */
export function streamOf(events: readonly object[], { named = true, end = '' } = {}): HttpAnswer {
  const lines = events.map((event) => {
    const name = named && 'type' in event ? `event: ${String(event.type)}\n` : '';
    // Some stream readers treat these two characters as line ends.
    const data = JSON.stringify(event).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
    return `${name}data: ${data}\n\n`;
  });
  return { type: 'text/event-stream', body: lines.join('') + end };
}

/** Creates a response that consists of one object. */
export function jsonOf(value: unknown): HttpAnswer {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/** Counts the matching objects nested within a value. */
export function countObjects(value: unknown, fits: (object: Readonly<Record<string, unknown>>) => boolean): number {
  if (typeof value !== 'object' || value === null) return 0;
  const own = !Array.isArray(value) && fits(value as Readonly<Record<string, unknown>>) ? 1 : 0;
  return Object.values(value).reduce<number>((sum, child) => sum + countObjects(child, fits), own);
}
