import type { JsonRpcFailure, JsonRpcSuccess } from '@modegate/json-rpc';

/** Maximum number of messages per batch; the same limit as in the SDK's HTTP transport. */
export const MAX_BATCH_MESSAGES = 100;

/** True if a revision of MCP supports batches: 2025-03-26 added them, and 2025-06-18 removed them. */
export function supportsBatches(protocolVersion: string | undefined): boolean {
  return protocolVersion === '2025-03-26';
}

/** A response within a batch; undefined for a cancelled request, which is never answered. */
export type BatchAnswer = JsonRpcSuccess | JsonRpcFailure | undefined;

/**
 * Collects the responses to the requests in a batch, so that the responses are sent together (JSON-RPC 2.0 section 6).
 */
export type RequestBatch = ReturnType<typeof createBatch>;

/** Creates an empty batch. */
export function createBatch(send: (answers: readonly NonNullable<BatchAnswer>[]) => void) {
  const answers: NonNullable<BatchAnswer>[] = [];
  let unanswered = 1;
  const end = (answer: BatchAnswer): void => {
    if (answer !== undefined) answers.push(answer);
    unanswered--;
    if (unanswered === 0 && answers.length > 0) send(answers);
  };
  return {
    /**
     * Adds a request; the returned function ends the request with its response, and only the first call has an effect.
     */
    begin: () => {
      unanswered++;
      return end;
    },
    /**
     * Ends the batch: the responses are sent once all of them are available; if there are no responses, nothing is
     * sent.
     */
    close: () => end(undefined),
  };
}
