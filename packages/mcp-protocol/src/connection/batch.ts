import type { JsonRpcFailure, JsonRpcSuccess } from '@modegate/json-rpc';

/** The most messages of one batch; that of the SDK's HTTP transport. */
export const MAX_BATCH_MESSAGES = 100;

/** Whether a revision of MCP has batches: 2025-03-26 brought them, and 2025-06-18 took them away again. */
export function supportsBatches(protocolVersion: string | undefined): boolean {
  return protocolVersion === '2025-03-26';
}

/** An answer of a batch; undefined for a request that was cancelled, which gets none. */
export type BatchAnswer = JsonRpcSuccess | JsonRpcFailure | undefined;

/** The answers to the requests of one batch, which go out together (JSON-RPC 2.0 section 6). */
export interface RequestBatch {
  /** Counts one more request; returns how to end it, once, with its answer. */
  begin(): (answer: BatchAnswer) => void;
  /** No request follows: the answers are sent when all are there, and nothing when there are none. */
  close(): void;
}

/** Starts a batch without a request. */
export function createBatch(send: (answers: readonly NonNullable<BatchAnswer>[]) => void): RequestBatch {
  const answers: NonNullable<BatchAnswer>[] = [];
  let unanswered = 1;
  const end = (answer: BatchAnswer): void => {
    if (answer !== undefined) answers.push(answer);
    unanswered--;
    if (unanswered === 0 && answers.length > 0) send(answers);
  };
  return {
    begin: () => {
      unanswered++;
      return end;
    },
    close: () => end(undefined),
  };
}
