import { isJsonObject, type JsonObject } from '@modegate/json';
import { briefly } from '../json-rpc/json-object.ts';
import type { NoteKind } from '../transport/transport.ts';
import type { PendingRequests } from './pending-requests.ts';
import type { ServerRequests } from './server-requests.ts';

/** Those who take the three kinds of messages. */
export interface DispatcherParts {
  readonly requests: PendingRequests;
  /** Undefined in the modern era, in which a server does not ask on its own. */
  readonly serverRequests: ServerRequests | undefined;
  readonly onNotification: (method: string, params: JsonObject) => void;
  readonly note: (kind: NoteKind, text: string) => void;
}

const NO_PARAMS: JsonObject = {};

/**
 * Creates what takes every message of a server. All is handed on synchronously and in order, so that a progress notification
 * is heard before the response that ended it; nothing that a server sends makes it throw.
 */
export function createDispatcher(parts: DispatcherParts): (message: JsonObject) => void {
  const { requests, serverRequests, note } = parts;
  return (message) => {
    const { method } = message;
    if (typeof method !== 'string') {
      const odd = requests.settle(message);
      if (odd !== undefined) note('garbage', `${odd}: ${describeResponse(message)}`);
    } else if (message.id === undefined) takeNotification(parts, method, message.params);
    else if (serverRequests === undefined)
      note('garbage', `A request ${briefly(method)}, which MCP 2026-07-28 has not`);
    else serverRequests.take(message, method);
  };
}

function takeNotification(parts: DispatcherParts, method: string, received: unknown): void {
  if (received !== undefined && !isJsonObject(received)) {
    parts.note(
      'garbage',
      `A notification ${briefly(method)} whose "params" are ${briefly(received)}, expected an object`,
    );
    return;
  }
  const params = received ?? NO_PARAMS;
  try {
    // Progress of a request that is over is dropped, as MCP allows.
    if (method === 'notifications/progress') parts.requests.progress(params);
    else if (method === 'notifications/cancelled' && parts.serverRequests !== undefined)
      parts.serverRequests.cancel(params);
    else parts.onNotification(method, params);
  } catch (error) {
    parts.note('garbage', `A notification ${briefly(method)} could not be handled: ${String(error)}`);
  }
}

function describeResponse({ id, error }: JsonObject): string {
  const said = isJsonObject(error) ? `, error ${briefly(error.message)}` : '';
  return `id ${briefly(id)}${said}`;
}
