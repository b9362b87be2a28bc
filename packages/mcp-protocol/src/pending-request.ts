import type { Question } from './client-requests.ts';
import type { LogLevel, Progress, RequestContext } from './context.ts';
import type { JsonObject, JsonRpcRequest } from './json-rpc.ts';
import type { ConnectionState } from './request-handler.ts';

/** A request that was accepted and has not ended. */
export interface PendingRequest {
  readonly request: JsonRpcRequest;
  readonly context: RequestContext;
  readonly cancelled: boolean;
  /** Whether the request holds a slot, which its end must free. */
  holdsSlot: boolean;
  /** Aborts the request's signal; no answer is sent afterwards. */
  readonly cancel: (reason: unknown) => void;
  /** Waits until what was reported is sent and a client that reads on has had a turn to handle it. */
  readonly flushProgress: () => Promise<void>;
  /** Whether anything was reported, so that there is something to flush. */
  readonly hasProgress: boolean;
}

/** What a pending request needs of its connection. */
export interface PendingRequestOptions {
  readonly state: ConnectionState;
  readonly notify: (method: string, params: JsonObject) => Promise<void>;
  readonly log: (level: LogLevel, data: unknown) => void;
  readonly ask: (question: Question) => Promise<JsonObject>;
}

const MAX_UNSENT_PROGRESS = 16;
const NO_META: JsonObject = {};

/** Wraps an accepted request with its context. */
export function createPendingRequest(request: JsonRpcRequest, options: PendingRequestOptions): PendingRequest {
  const { state } = options;
  const meta = (request.params?._meta ?? NO_META) as JsonObject;
  const reporter = meta.progressToken === undefined ? SILENT : createProgressReporter(meta.progressToken, options);
  let controller: AbortController | undefined;
  let cancelled = false;
  let reason: unknown;
  // Most calls never look at their signal, and a controller costs more than the rest of the context.
  const signal = (): AbortSignal => {
    controller ??= new AbortController();
    if (cancelled) controller.abort(reason);
    return controller.signal;
  };
  return {
    request,
    holdsSlot: false,
    get cancelled() {
      return cancelled;
    },
    cancel: (why) => {
      if (cancelled) return;
      [cancelled, reason] = [true, why];
      reporter.stop();
      controller?.abort(why);
    },
    flushProgress: reporter.flush,
    get hasProgress() {
      return reporter.used;
    },
    context: {
      requestId: request.id,
      connectionId: state.connectionId,
      client: state.client,
      clientCapabilities: state.clientCapabilities,
      protocolVersion: state.protocolVersion,
      meta,
      progress: reporter.report,
      log: options.log,
      request: (method, params = {}, asking = {}) => {
        const { clientCapabilities } = state;
        return options.ask({
          ...asking,
          method,
          params,
          clientCapabilities,
          signal: signal(),
          relatedRequestId: request.id,
        });
      },
      get signal() {
        return signal();
      },
    },
  };
}

interface ProgressReporter {
  readonly report: (progress: Progress) => Promise<void>;
  readonly flush: () => Promise<void>;
  readonly stop: () => void;
  readonly used: boolean;
}

// Most clients ask for no progress, so most calls share one reporter that reports nothing.
const SILENT: ProgressReporter = {
  report: async () => undefined,
  flush: async () => undefined,
  stop: () => undefined,
  used: false,
};

function createProgressReporter(token: unknown, options: PendingRequestOptions): ProgressReporter {
  let last = Number.NEGATIVE_INFINITY;
  let sent: Promise<void> | undefined;
  let unsent = 0;
  let stopped = false;
  const send = async (progress: Progress): Promise<void> => {
    unsent++;
    try {
      await options.notify('notifications/progress', { ...progress, progressToken: token });
    } catch {
      // Progress is a courtesy: a client that is gone must not fail the call that reports it.
    } finally {
      unsent--;
    }
  };
  return {
    report: async (progress) => {
      // MCP 2025-11-25, progress: the value MUST increase with each notification.
      if (stopped || !Number.isFinite(progress.progress) || progress.progress <= last || unsent >= MAX_UNSENT_PROGRESS)
        return;
      last = progress.progress;
      sent = send(progress);
      await sent;
    },
    // A client that gets the last progress and the answer in one read drops the progress: both SDKs handle
    // notifications a microtask later than answers.
    flush: async () => {
      if (sent === undefined) return;
      await sent;
      await new Promise((resolve) => setImmediate(resolve));
      stopped = true;
    },
    stop: () => {
      stopped = true;
    },
    get used() {
      return sent !== undefined;
    },
  };
}
