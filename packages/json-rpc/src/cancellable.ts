/** Something that may be cancelled while it is under way. */
export interface Cancellable {
  readonly cancelled: boolean;
  /** Why; undefined as long as it is not. */
  readonly cancelReason: unknown;
  /** Aborted when it is cancelled; made when it is first asked for. */
  readonly signal: AbortSignal;
  /** Calls back once it is cancelled from now on; returns how to end that. It costs a small part of what a signal costs. */
  onCancel(listener: (reason: unknown) => void): () => void;
}
