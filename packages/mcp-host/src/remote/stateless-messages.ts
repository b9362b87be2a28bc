import type { JsonObject } from '@modegate/json';
import { encodeHeader, nameOfRequest } from '@modegate/json-rpc/mcp';
import { claimedVersion } from '../revisions/request-meta.ts';

/**
 * Stateless requests in flight (MCP 2026-07-28, basic/transports/streamable-http). The SDK's transport is older: it can
 * send any message, but it does not support the new headers or the cancellation of a request by closing its response.
 */
export type StatelessMessages = ReturnType<typeof createStatelessMessages>;

interface Message {
  readonly method: unknown;
  readonly headers: Readonly<Record<string, string>>;
  readonly controller: AbortController;
}

/** Creates an empty register. */
export function createStatelessMessages() {
  const running = new Map<unknown, Message>();
  return {
    /**
     * Registers a stateless message before it is sent; the returned function returns true if the message has been
     * cancelled.
     */
    begin: (message: JsonObject, headers: Readonly<Record<string, string>> | undefined) => {
      const standard = standardHeaders(message);
      if (standard === undefined || message.id === undefined) return () => false;
      const controller = new AbortController();
      // The standard headers cannot be overridden.
      running.set(message.id, { method: message.method, headers: { ...headers, ...standard }, controller });
      return () => controller.signal.aborted;
    },
    /** Unregisters a request. */
    end: (id: unknown) => void running.delete(id),
    /** Closes the response to a request. */
    cancel: (id: number) => running.get(id)?.controller.abort(),
    /** True if a request was cancelled, which makes the end of its response meaningless. */
    isCancelled: (id: unknown) => running.get(id)?.controller.signal.aborted === true,
    /** True if a request is stateless. */
    has: (id: unknown) => running.has(id),
    /** True if the response to a request is a stream that may end at any time. */
    isListening: (id: unknown) => running.get(id)?.method === 'subscriptions/listen',
    /** Adds the headers and signal of a message to its HTTP request. */
    prepare: (id: number | undefined, init: RequestInit | undefined) => {
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
 * Returns the headers that repeat parts of a stateless message (MCP 2026-07-28, basic/transports/streamable-http,
 * Request Metadata); returns undefined for a message within a session.
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
