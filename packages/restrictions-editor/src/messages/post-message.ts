import { isJsonObject, type JsonObject } from '@modegate/json';
import { createClient, type EditorClient, EditorRequestError, type EditorTransport } from './editor-client.ts';
import type { EditorHost } from './editor-host.ts';
import type { ModesChanged } from './messages.ts';
import { type EditorAnswer, requestTypes } from './messages.ts';

/**
 * One end of a message channel (`vscode.Webview`, the API of a web view, a window or a `MessagePort`), as three
 * functions.
 */
export interface MessageChannelEnd {
  readonly post: (message: unknown) => void;
  /** Calls the listener with each message; returns a function that removes the listener. */
  readonly listen: (listener: (message: unknown) => void) => () => void;
}

/** A host that answers on a channel. */
export interface ServedMessages {
  /** Notifies the editor that a file may have changed. */
  readonly notifyChange: () => void;
  readonly close: () => void;
}

/**
 * Answers an editor's requests on a channel. A request that has neither an envelope nor an `id` is answered in the same
 * plain form. Other parties' messages on the same channel are ignored.
 */
export function serveMessages(host: EditorHost, channel: MessageChannelEnd): ServedMessages {
  const close = channel.listen((message) => {
    if (isOurs(message)) void host.answer(unwrap(message)).then((answer) => channel.post(wrap(answer)));
    else if (isPlainRequest(message)) void answerPlainly(host, message).then(channel.post);
  });
  return { notifyChange: () => channel.post(wrap({ type: 'modesChanged' })), close };
}

/** Options for {@link connectByMessages}. */
export interface MessageOptions {
  /** Time to wait for a response, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
}

/** Connects an editor to the host at the other end of a channel. */
export function connectByMessages(
  channel: MessageChannelEnd,
  { timeoutMs = 30_000 }: MessageOptions = {},
): EditorClient {
  const waiting = new Map<string, PendingRequest>();
  const listeners = new Set<() => void>();
  const stop = channel.listen((message) => {
    if (!isOurs(message)) return;
    const answer = unwrap(message) as EditorAnswer | ModesChanged;
    if (answer.type === 'modesChanged') for (const listener of listeners) listener();
    else settle(waiting, answer);
  });
  const wire: EditorTransport = {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(request.id);
          reject(
            new EditorRequestError('NO_ANSWER', `The host did not answer ${request.type} within ${timeoutMs} ms.`),
          );
        }, timeoutMs);
        waiting.set(request.id, { resolve, reject, timer });
        channel.post(wrap(request));
      }),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      stop();
      listeners.clear();
      for (const { reject, timer } of waiting.values()) {
        clearTimeout(timer);
        reject(new EditorRequestError('NO_ANSWER', 'The connection to the host was closed.'));
      }
      waiting.clear();
    },
  };
  return createClient(wire);
}

interface PendingRequest {
  readonly resolve: (answer: EditorAnswer) => void;
  readonly reject: (error: EditorRequestError) => void;
  readonly timer: ReturnType<typeof setTimeout>;
}

function settle(waiting: Map<string, PendingRequest>, answer: EditorAnswer): void {
  const found = waiting.get(answer.id);
  if (found === undefined) return;
  waiting.delete(answer.id);
  clearTimeout(found.timer);
  found.resolve(answer);
}

const channelName = 'modegate-restrictions-editor';

function wrap(message: unknown): unknown {
  return { channel: channelName, message };
}

function unwrap(message: unknown): unknown {
  return (message as { readonly message?: unknown }).message;
}

function isOurs(message: unknown): boolean {
  return (message as { readonly channel?: unknown } | null | undefined)?.channel === channelName;
}

/** @internal True for a request without an envelope: `{ type: 'getMcpServersForMode', modeSlug }`. */
function isPlainRequest(message: unknown): message is JsonObject {
  return (
    isJsonObject(message) &&
    !('id' in message) &&
    typeof message.type === 'string' &&
    Object.hasOwn(requestTypes, message.type)
  );
}

/** @internal Answers a plain request, which has no id; lists only those servers and tools that the mode may use. */
async function answerPlainly(host: EditorHost, message: JsonObject): Promise<unknown> {
  const { id: _, ...answer } = withoutDenied(await host.answer({ ...message, id: 'plain' }));
  return answer;
}

function withoutDenied(answer: EditorAnswer): EditorAnswer {
  if (answer.type !== 'mcpServersForMode') return answer;
  const servers = answer.servers.filter(({ allowed }) => allowed);
  const narrowed = servers.map((server) => ({ ...server, tools: server.tools.filter(({ allowed }) => allowed) }));
  return { ...answer, servers: narrowed };
}
