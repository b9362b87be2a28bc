import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { isJsonObject } from '@modegate/json';
import type { RequestId } from '@modegate/json-rpc';
import { SESSION_REVISIONS } from '@modegate/json-rpc/mcp';
import type { SessionEvents } from './session-events.ts';

/**
 * Requests whose stream has not begun. Most responses are immediate and are sent in one piece of known length; for such
 * a response, the SDK's transport would need a web request and response, two streams, a write per event, and a timer.
 */
export type BufferedResponses = ReturnType<typeof createBufferedResponses>;

/** A request that may be answered in one piece. */
export interface BufferedRequest {
  readonly id: RequestId;
  readonly response: ServerResponse;
  /** True if the client can resume a stream; in that case, the client first receives an id from which to resume. */
  readonly isResumable: boolean;
  /** Makes the transport begin the stream; settles when the stream has ended. */
  readonly begin: () => Promise<void>;
}

/** A response together with its serialised text. */
export interface WrittenAnswer {
  readonly message: object;
  readonly text: string;
}

/** Options of {@link createBufferedResponses}. */
export interface BufferedResponsesOptions {
  readonly sessionId: string;
  readonly retryMs: number;
  readonly events: Pick<SessionEvents<object>, 'keep'> | undefined;
}

interface Entry extends BufferedRequest {
  readonly timer: NodeJS.Timeout;
  begun: Promise<void> | undefined;
}

/**
 * Maximum delay before a stream begins. Until then, a client that loses its connection has nothing from which to
 * resume.
 */
const HOLD_MS = 250;

/** Creates the buffered responses of a session; without `events`, streams cannot be resumed. */
export function createBufferedResponses(options: BufferedResponsesOptions) {
  const { sessionId } = options;
  const entries = new Map<RequestId, Entry>();
  const beginning = new Map<RequestId, () => void>();

  const begin = (id: RequestId): Promise<void> | undefined => {
    const entry = entries.get(id);
    if (entry === undefined) return undefined;
    clearTimeout(entry.timer);
    entry.begun ??= entry.response.closed ? Promise.resolve() : begun(entry);
    return entry.begun;
  };

  const begun = ({ id, response, begin }: BufferedRequest): Promise<void> =>
    new Promise((resolve) => {
      beginning.set(id, resolve);
      begin()
        .catch(() => response.destroy())
        .finally(() => {
          // The request was rejected after all, and its id may have been reused in the meantime.
          if (beginning.get(id) === resolve) beginning.delete(id);
          resolve();
        });
    });

  const forget = (id: RequestId): void => {
    clearTimeout(entries.get(id)?.timer);
    entries.delete(id);
  };

  const end = (id: RequestId, answer?: WrittenAnswer): boolean => {
    const entry = entries.get(id);
    if (entry === undefined || entry.begun !== undefined) return false;
    forget(id);
    if (!entry.response.closed) writeStream(entry.response, sessionId, streamText(entry, answer, options));
    return true;
  };

  return {
    /** Buffers a request; its stream begins if a message precedes the response, or after a delay. */
    hold: (request: BufferedRequest) => {
      const timer = setTimeout(() => void begin(request.id), HOLD_MS);
      entries.set(request.id, { ...request, timer, begun: undefined });
    },
    /**
     * Ends a stream in one piece, with or without its response; returns false if the stream has already begun, in which
     * case the response must be sent on the stream.
     */
    end,
    /**
     * Begins the stream of a buffered request; resolves once messages can be sent on it. For other requests, resolves
     * immediately.
     */
    begin: async (id: RequestId) => begin(id),
    /**
     * Called when the transport delivers a request; returns true if the request was buffered and its stream now begins.
     */
    hasBegun: (id: RequestId) => {
      beginning.get(id)?.();
      return beginning.delete(id);
    },
    /** Removes a request that has ended. */
    forget,
    /** Ends all streams that have not begun. */
    endAll: () => {
      for (const id of entries.keys()) end(id);
    },
  };
}

function streamText(
  { isResumable }: BufferedRequest,
  answer: WrittenAnswer | undefined,
  { retryMs, events }: BufferedResponsesOptions,
): string {
  const streamId = crypto.randomUUID();
  const keep = (message: object, bytes: number): string =>
    events === undefined ? '' : `id: ${events.keep(streamId, message, bytes)}\n`;
  const first = isResumable && events !== undefined ? `${keep({}, 0)}retry: ${retryMs}\ndata: \n\n` : '';
  if (answer === undefined) return first;
  return `${first}event: message\n${keep(answer.message, answer.text.length)}data: ${answer.text}\n\n`;
}

function writeStream(response: ServerResponse, sessionId: string, text: string): void {
  const headers = { ...STREAM_HEADERS, 'Mcp-Session-Id': sessionId, 'Content-Length': Buffer.byteLength(text) };
  response.writeHead(200, headers).end(text);
}

const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-cache, no-transform',
  Connection: 'keep-alive',
  'X-Accel-Buffering': 'no',
};

/** True if the transport is sure to accept a checked request; otherwise, the request is left to the transport. */
export function canBuffer(headers: IncomingHttpHeaders, message: unknown): boolean {
  const { accept = '', 'content-type': contentType, 'mcp-protocol-version': version } = headers;
  if (contentType !== 'application/json') return false;
  if (!accept.includes('application/json') || !accept.includes('text/event-stream')) return false;
  if (version !== undefined && !SESSION_REVISIONS.includes(version as string)) return false;
  return isJsonObject(message) && message.method !== 'initialize' && !namesTask(message.params);
}

function namesTask(params: unknown): boolean {
  const meta = isJsonObject(params) ? params._meta : undefined;
  return isJsonObject(meta) && 'io.modelcontextprotocol/related-task' in meta;
}

/**
 * True if a client can resume a stream. MCP 2025-11-25, transports: the first event has no data; older clients cannot
 * read such an event.
 */
export function canResume({ 'mcp-protocol-version': version = '' }: IncomingHttpHeaders): boolean {
  return version >= '2025-11-25';
}
