import type { JsonObject } from '@modegate/json';
import type { LogLevel, Progress, RequestContext } from '../definitions/context.ts';
import type { JsonRpcRequest, RequestId } from '../json-rpc/messages.ts';
import type { ClientSession } from '../requests/request-handler.ts';
import type { Question } from './client-requests.ts';

/** A request that was accepted and has not ended. */
export interface PendingRequest {
  readonly request: JsonRpcRequest;
  readonly context: RequestContext;
  /** Reports progress for the request; a client that asked for none shares one that reports nothing. */
  readonly progress: ProgressReporter;
  /** Whether the request holds a slot, which its end must free. */
  holdsSlot: boolean;
  /** Once cancelled, a request is never answered. */
  cancelled: boolean;
  cancelReason: unknown;
  /** Made when the handler first looks at its signal: most never do, and a controller costs more than all the rest. */
  controller: AbortController | undefined;
}

/** The connection, as its requests use it. */
export interface PendingRequestOptions {
  readonly session: ClientSession;
  readonly notify: (method: string, params: JsonObject, relatedRequestId: RequestId) => Promise<void>;
  readonly log: (level: LogLevel, data: unknown, relatedRequestId: RequestId) => void;
  readonly ask: (question: Question) => Promise<JsonObject>;
}

const MAX_UNSENT_PROGRESS = 16;
const NO_PARAMS: JsonObject = {};
const NO_META: JsonObject = {};

/** Wraps an accepted request with its context. */
export function createPendingRequest(request: JsonRpcRequest, options: PendingRequestOptions): PendingRequest {
  const meta = (request.params?._meta ?? NO_META) as JsonObject;
  const progress =
    meta.progressToken === undefined ? SILENT : createProgressReporter(meta.progressToken, request.id, options);
  const pending: PendingRequest = {
    request,
    context: createContext(() => signalOf(pending), { request, meta, progress, options }),
    progress,
    holdsSlot: false,
    cancelled: false,
    cancelReason: undefined,
    controller: undefined,
  };
  return pending;
}

/** Aborts the request's signal; no answer is sent afterwards. */
export function cancelPending(pending: PendingRequest, reason: unknown): void {
  if (pending.cancelled) return;
  pending.cancelled = true;
  pending.cancelReason = reason;
  pending.progress.stop();
  pending.controller?.abort(reason);
}

function signalOf(pending: PendingRequest): AbortSignal {
  pending.controller ??= new AbortController();
  if (pending.cancelled) pending.controller.abort(pending.cancelReason);
  return pending.controller.signal;
}

interface ContextParts {
  readonly request: JsonRpcRequest;
  readonly meta: JsonObject;
  readonly progress: ProgressReporter;
  readonly options: PendingRequestOptions;
}

function createContext(signal: () => AbortSignal, { request, meta, progress, options }: ContextParts): RequestContext {
  const { connectionId, client, clientCapabilities, protocolVersion, logLevel } = options.session;
  const relatedRequestId = request.id;
  return {
    requestId: request.id,
    connectionId,
    client,
    clientCapabilities,
    protocolVersion,
    logLevel,
    params: request.params ?? NO_PARAMS,
    meta,
    progress: progress.report,
    log: (level, data) => options.log(level, data, relatedRequestId),
    request: (method, params = {}, asking = {}) =>
      options.ask({
        ...asking,
        method,
        params,
        clientCapabilities,
        signal: either(signal(), asking.signal),
        relatedRequestId,
      }),
    get signal() {
      return signal();
    },
  };
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

/** Sends the progress of one request. */
export interface ProgressReporter {
  readonly report: (progress: Progress) => Promise<void>;
  /** Waits until what was reported is sent and a client that reads on has had a turn to handle it. */
  readonly flush: () => Promise<void>;
  readonly stop: () => void;
  /** Whether anything was reported, so that there is something to flush. */
  readonly used: boolean;
}

// Most clients ask for no progress, so most calls share one reporter that reports nothing.
const SILENT: ProgressReporter = {
  report: async () => undefined,
  flush: async () => undefined,
  stop: () => undefined,
  used: false,
};

function createProgressReporter(
  token: unknown,
  requestId: RequestId,
  options: PendingRequestOptions,
): ProgressReporter {
  let last = Number.NEGATIVE_INFINITY;
  let sent: Promise<void> | undefined;
  let unsent = 0;
  let stopped = false;
  const send = async (progress: Progress): Promise<void> => {
    unsent++;
    try {
      await options.notify('notifications/progress', { ...progress, progressToken: token }, requestId);
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
