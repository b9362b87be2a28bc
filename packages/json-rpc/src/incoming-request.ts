import type { JsonRpcRequest } from './messages.ts';

/** A request of the other side that is under way. */
export class IncomingRequest {
  readonly request: JsonRpcRequest;
  /** Once cancelled, a request is never answered. */
  cancelled = false;
  private cancelReason: unknown;
  // Made when the handler first looks at its signal: most never do, and a controller costs more than all the rest.
  private controller: AbortController | undefined;

  constructor(request: JsonRpcRequest) {
    this.request = request;
  }

  /** Aborted when the request is cancelled, or the connection has ended. */
  get signal(): AbortSignal {
    this.controller ??= new AbortController();
    if (this.cancelled) this.controller.abort(this.cancelReason);
    return this.controller.signal;
  }

  /** Aborts the signal; only the first reason counts. */
  cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.cancelled = true;
    this.cancelReason = reason;
    this.controller?.abort(reason);
  }
}
