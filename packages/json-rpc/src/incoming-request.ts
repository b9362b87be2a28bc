import type { Cancellable } from './cancellable.ts';
import type { JsonRpcRequest } from './messages.ts';

const NO_LISTENERS: ((reason: unknown) => void)[] = [];

/** A request from the other side, in progress. */
export class IncomingRequest implements Cancellable {
  readonly request: JsonRpcRequest;
  /** True if the request was cancelled; a cancelled request is never answered. */
  cancelled = false;
  cancelReason: unknown;
  private listeners: ((reason: unknown) => void)[] = NO_LISTENERS;
  // Created when the handler first reads its signal, because most handlers never read it, and a controller costs more
  // than everything else here combined.
  private controller: AbortController | undefined;

  constructor(request: JsonRpcRequest) {
    this.request = request;
  }

  /** Signal that is aborted when the request is cancelled or the connection ends. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.cancelled) this.controller.abort(this.cancelReason);
    return this.controller.signal;
  }

  onCancel(listener: (reason: unknown) => void): () => void {
    this.listeners = [...this.listeners, listener];
    return () => {
      this.listeners = this.listeners.filter((each) => each !== listener);
    };
  }

  /** Aborts the signal; later reasons are ignored. */
  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.cancelReason = reason;
    this.controller?.abort(reason);
    for (const listener of this.listeners) listener(reason);
  }
}
