import type { JsonObject } from '@modegate/json';
import { encodeHeader, nameOfRequest } from '@modegate/json-rpc/mcp';
import { claimedVersion } from '../revisions/request-meta.ts';

/**
 * The modern requests that are on their way (MCP 2026-07-28, basic/transports/streamable-http). The SDK's transport is of the legacy revision: it
 * sends any message, but knows neither the headers of a modern one nor that closing its response is how it is cancelled.
 */
export interface StatelessMessages {
  /** Notes a message before it is sent, a legacy one excepted; returns whether it has been cancelled since. */
  readonly begin: (message: JsonObject, headers: Readonly<Record<string, string>> | undefined) => () => boolean;
  /** The request is over. */
  readonly end: (id: unknown) => void;
  /** Closes the response to a request. */
  readonly cancel: (id: number) => void;
  /** Whether a request was cancelled, so that the end of its response means nothing. */
  readonly isCancelled: (id: unknown) => boolean;
  /** Whether a request is of the modern revision. */
  readonly has: (id: unknown) => boolean;
  /** Whether the response to a request is a stream that may end at any time. */
  readonly isListening: (id: unknown) => boolean;
  /** Adds the headers and the signal of the message in a body. */
  readonly prepare: (id: number | undefined, init: RequestInit | undefined) => RequestInit | undefined;
}

interface Message {
  readonly method: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly controller: AbortController;
}

/** Starts without a message. */
export function createStatelessMessages(): StatelessMessages {
  const running = new Map<unknown, Message>();
  return {
    begin: (message, headers) => {
      const standard = standardHeaders(message);
      if (standard === undefined || message.id === undefined) return () => false;
      const controller = new AbortController();
      // Those of the message itself cannot be replaced.
      running.set(message.id, { method: message.method, headers: { ...headers, ...standard }, controller });
      return () => controller.signal.aborted;
    },
    end: (id) => void running.delete(id),
    cancel: (id) => running.get(id)?.controller.abort(),
    isCancelled: (id) => running.get(id)?.controller.signal.aborted === true,
    has: (id) => running.has(id),
    isListening: (id) => running.get(id)?.method === 'subscriptions/listen',
    prepare: (id, init) => {
      const message = running.get(id);
      return message === undefined ? init : withMessage(init ?? {}, message);
    },
  };
}

function withMessage(init: RequestInit, { headers, controller }: Message): RequestInit {
  const all = new Headers(init.headers);
  for (const [name, value] of Object.entries(headers)) all.set(name, value);
  const signal = init.signal == null ? controller.signal : AbortSignal.any([init.signal, controller.signal]);
  return { ...init, headers: all, signal };
}

/**
 * The headers that repeat what a stateless message says (MCP 2026-07-28, basic/transports/streamable-http, Request Metadata); undefined for a
 * message of a session.
 */
export function standardHeaders(message: JsonObject): Readonly<Record<string, string>> | undefined {
  const { method, params } = message;
  const version = claimedVersion(message);
  if (version === undefined || typeof method !== 'string') return undefined;
  const name = nameOfRequest(method, params);
  return {
    'mcp-protocol-version': version,
    'mcp-method': method,
    ...(name === undefined ? {} : { 'mcp-name': encodeHeader(name) }),
  };
}
