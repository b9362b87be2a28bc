import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js';
import {
  type JSONRPCMessage,
  LATEST_PROTOCOL_VERSION,
  SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import type { Implementation } from './context.ts';
import type { JsonObject, JsonRpcMessage, RequestId } from './json-rpc.ts';
import type { JsonRpcErrorObject } from './wire-errors.ts';

/** The SDK's end of one connection: it pairs requests with answers, and nothing of its types leaves this file. */
export interface SdkPeer {
  /** Takes a request in; its answer comes out of `send`. */
  request(id: RequestId, method: string): void;
  /** Sends a notification. @throws {Error} when the server lacks the capability for it. */
  notify(method: string, params: JsonObject | undefined, relatedRequestId: RequestId | undefined): Promise<void>;
  close(): Promise<void>;
}

/** What a peer needs of its connection. */
export interface SdkPeerOptions {
  readonly info: Implementation;
  readonly capabilities: JsonObject;
  /** Produces the result of the request with this id; rejects with {@link sdkError} to answer with an error. */
  readonly onRequest: (id: RequestId) => Promise<JsonObject>;
  readonly send: (message: JsonRpcMessage, relatedRequestId: RequestId | undefined) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/** Connects the SDK's low-level server to a pair of callbacks. */
export async function connectSdkPeer(options: SdkPeerOptions): Promise<SdkPeer> {
  const server = new Server(options.info as ConstructorParameters<typeof Server>[0], {
    capabilities: options.capabilities,
    // The default builds an Ajv instance for each server; it serves elicitation only, which no server here does.
    jsonSchemaValidator: { getValidator: () => () => ({ valid: false, data: undefined, errorMessage: 'unused' }) },
  });
  // Every method goes one way, so that the gate, the errors and the cancellation are ours for all of them: the SDK
  // answers before `initialize`, dumps its validator's report for malformed params and cannot cancel the request 0.
  for (const method of ['initialize', 'ping', 'logging/setLevel']) server.removeRequestHandler(method);
  server.fallbackRequestHandler = async (_request, extra) => options.onRequest(extra.requestId);
  server.onerror = options.onError;
  const transport: Transport = {
    start: async () => undefined,
    close: async () => transport.onclose?.(),
    send: (message: JSONRPCMessage, sending?: TransportSendOptions) =>
      options.send(message as JsonRpcMessage, sending?.relatedRequestId),
  };
  await server.connect(transport);
  return {
    // Params stay with the connection: the SDK reads only the envelope, so no shape of theirs can trip it.
    request: (id, method) => transport.onmessage?.({ jsonrpc: '2.0', id, method }),
    notify: (method, params, relatedRequestId) =>
      server.notification(
        params === undefined ? { method } : { method, params },
        relatedRequestId === undefined ? {} : { relatedRequestId },
      ),
    close: () => server.close(),
  };
}

/** Builds the rejection that the SDK turns into exactly this JSON-RPC error, without its own prefix. */
export function sdkError(error: JsonRpcErrorObject): Error {
  return Object.assign(new Error(error.message), { code: error.code, data: error.data });
}

/** Picks the revision to speak: the client's if the SDK knows it, else the SDK's newest (MCP 2025-11-25, lifecycle). */
export function negotiateVersion(requested: string): string {
  return SUPPORTED_PROTOCOL_VERSIONS.includes(requested) ? requested : LATEST_PROTOCOL_VERSION;
}
