import type { ServerResponse } from 'node:http';
import type { RequestId } from '@modegate/json-rpc';

/** The open responses that carry the messages of a session. */
export type OpenStreams = ReturnType<typeof createOpenStreams>;

/**
 * Tracks the open streams of a session, because the transport would queue an unlimited number of messages for a client
 * that does not read.
 */
export function createOpenStreams(maxUnsentBytes: number) {
  const listening = new Set<ServerResponse>();
  const answering = new Map<RequestId, ServerResponse>();
  const unsent = new WeakMap<ServerResponse, number>();
  const note = (response: ServerResponse, bytes: number): void => {
    const waiting = response.writableNeedDrain ? (unsent.get(response) ?? 0) + bytes : 0;
    unsent.set(response, waiting);
    if (waiting > maxUnsentBytes) response.destroy();
  };
  return {
    /** Number of streams opened by GET. */
    get count() {
      return listening.size;
    },
    /** Adds a response; the response is removed when it closes. */
    add: (response: ServerResponse, answers: 'listening' | readonly RequestId[]) => {
      if (answers === 'listening') {
        listening.add(response);
        response.once('close', () => listening.delete(response));
        return;
      }
      for (const id of answers) answering.set(id, response);
      response.once('close', () => {
        for (const id of answers) if (answering.get(id) === response) answering.delete(id);
      });
    },
    /**
     * Called before a message is sent; closes the stream if the client does not read it. The client may resume the
     * stream.
     */
    sending: (bytes: number, requestId: RequestId | undefined) => {
      const response = requestId === undefined ? undefined : answering.get(requestId);
      for (const each of response === undefined ? listening : [response]) note(each, bytes);
    },
  };
}
