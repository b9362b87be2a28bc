/** A task in progress that may be cancelled. */
export interface Cancellable {
  readonly cancelled: boolean;
  /** The reason for cancellation; undefined before cancellation. */
  readonly cancelReason: unknown;
  /** Signal that is aborted on cancellation; created on first access. */
  readonly signal: AbortSignal;
  /**
   * Calls the listener on cancellation; the returned function removes the listener. This is much cheaper than a signal.
   */
  onCancel(listener: (reason: unknown) => void): () => void;
}
