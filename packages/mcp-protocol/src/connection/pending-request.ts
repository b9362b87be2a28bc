import type { JsonObject } from '@modegate/json';
import {
  type Cancellable,
  IncomingRequest,
  type JsonRpcFailure,
  type JsonRpcRequest,
  type JsonRpcSuccess,
  type RequestId,
} from '@modegate/json-rpc';
import type { LogLevel } from '@modegate/json-rpc/mcp';
import type { Progress, RequestContext } from '../definitions/context.ts';
import type { ClientSession } from '../requests/request-handler.ts';
import { withoutEnvelope } from '../stateless/read-stateless-client.ts';
import type { BatchAnswer } from './batch.ts';
import type { Question } from './client-requests.ts';

/**
 * A request that needs input from the client; its handler runs only once, regardless of how many attempts the client
 * makes.
 */
export interface InputExchange {
  readonly origin: PendingRequest;
  /** Fingerprint of the request; identical for all attempts. */
  readonly fingerprint: string;
  /** Unanswered questions. */
  readonly questions: Map<string, ParkedQuestion>;
  /** The attempt that is waiting; undefined while the client is answering. */
  current: PendingRequest | undefined;
  /** True if the latest attempt released its slot, in which case the next attempt also releases its slot. */
  hasReleasedSlot: boolean;
  /** The outcome, if no attempt was waiting to receive it. */
  answer: JsonRpcSuccess | JsonRpcFailure | undefined;
  asked: number;
  /** Stops the expiry timer. */
  stopClock: () => void;
}

/** A question sent as the response to a request. */
export interface ParkedQuestion {
  readonly method: string;
  readonly params: JsonObject;
  /** Identifies the answer. */
  readonly id: number;
}

/** A connection as seen by its requests. */
export interface PendingRequestOptions {
  readonly notify: (method: string, params: JsonObject, relatedRequestId: RequestId) => Promise<void>;
  readonly log: (level: LogLevel, data: unknown, relatedRequestId: RequestId) => void;
  readonly headerOf: ((requestId: RequestId, name: string) => string | undefined) | undefined;
  readonly ask: (pending: PendingRequest, question: Question) => Promise<JsonObject>;
  /** Frees the slot of a request, which then continues without a slot. */
  readonly releaseSlot: (pending: PendingRequest) => void;
}

const MAX_UNSENT_PROGRESS = 16;
const NO_PARAMS: JsonObject = {};
const NO_META: JsonObject = {};

/** A request in progress. */
export class PendingRequest extends IncomingRequest {
  /** The session of the connection, or the request's own session if the request is stateless. */
  readonly session: ClientSession;
  /** Reports progress; requests without a progress token share a reporter that does nothing. */
  readonly progress: ProgressReporter;
  readonly context: RequestContext;
  /** The stage of the request: waiting for a slot, occupying a slot, continuing without a slot, or ended. */
  stage: 'queued' | 'running' | 'slotReleased' | 'ended' = 'queued';
  /** Ends a request within a batch, with or without a response. */
  endInBatch: ((answer: BatchAnswer) => void) | undefined;
  /** The reason for rejecting the request without handling it. */
  refusal: unknown;
  /** The exchange that the request began or resumed; undefined if the client was not asked any questions. */
  exchange: InputExchange | undefined;

  constructor(request: JsonRpcRequest, session: ClientSession, options: PendingRequestOptions) {
    super(request);
    const meta = (request.params?._meta ?? NO_META) as JsonObject;
    this.session = session;
    this.progress =
      meta.progressToken === undefined ? SILENT : createProgressReporter(meta.progressToken, request.id, options);
    this.context = new ServedContext(this, meta, options);
  }

  override cancel(reason: unknown): void {
    if (this.cancelled) return;
    this.progress.stop();
    super.cancel(reason);
    if (this.exchange?.current === this) this.exchange.origin.cancel(reason);
  }
}

/**
 * Returns the attempt that is waiting for the response to a request; this is the request itself if the client was not
 * asked any questions.
 */
export function currentAttempt(pending: PendingRequest): PendingRequest {
  return pending.exchange?.current ?? pending;
}

// This is a class because an instance is created for each request: most handlers read only two or three members, so the
// others are getters.
class ServedContext implements RequestContext {
  readonly requestId: RequestId;
  readonly connectionId: string;
  readonly isStateless: boolean;
  readonly isShared: boolean;
  readonly client: RequestContext['client'];
  readonly clientCapabilities: JsonObject;
  readonly protocolVersion: string | undefined;
  readonly logLevel: LogLevel | undefined;
  readonly params: JsonObject;
  readonly meta: JsonObject;
  private readonly pending: PendingRequest;
  private readonly options: PendingRequestOptions;

  constructor(pending: PendingRequest, meta: JsonObject, options: PendingRequestOptions) {
    const { session } = pending;
    this.requestId = session.isStateless ? ownId() : pending.request.id;
    this.connectionId = session.connectionId;
    this.isStateless = session.isStateless;
    this.isShared = session.isShared;
    this.client = session.client;
    this.clientCapabilities = session.clientCapabilities;
    this.protocolVersion = session.protocolVersion;
    this.logLevel = session.logLevel;
    const { params = NO_PARAMS } = pending.request;
    this.params = session.isStateless ? withoutEnvelope(params) : params;
    this.meta = session.isStateless ? ((this.params._meta ?? NO_META) as JsonObject) : meta;
    this.pending = pending;
    this.options = options;
  }

  get signal(): AbortSignal {
    return this.pending.signal;
  }

  get cancellation(): Cancellable {
    return this.pending;
  }

  get progress(): RequestContext['progress'] {
    if (this.isStateless) return (progress) => currentAttempt(this.pending).progress.report(progress);
    return this.pending.progress.report;
  }

  get log(): RequestContext['log'] {
    return (level, data) => this.options.log(level, data, this.pending.request.id);
  }

  get header(): RequestContext['header'] {
    const { headerOf } = this.options;
    return headerOf && ((name) => headerOf(this.pending.request.id, name));
  }

  get request(): RequestContext['request'] {
    return (method, params = {}, asking = {}) =>
      this.options.ask(this.pending, {
        ...asking,
        method,
        params,
        clientCapabilities: currentAttempt(this.pending).session.clientCapabilities,
        signal: either(this.signal, asking.signal),
        relatedRequestId: this.pending.request.id,
      });
  }

  get releaseSlot(): RequestContext['releaseSlot'] {
    return () => {
      const { exchange } = this.pending;
      // While the client is answering, no attempt occupies a slot; the next attempt needs no slot.
      if (exchange !== undefined && exchange.current === undefined) exchange.hasReleasedSlot = true;
      else this.options.releaseSlot(currentAttempt(this.pending));
    };
  }
}

let lastOwnId = 0;

// Over HTTP, two clients may use the same id, and a client may reuse the id of a waiting request.
function ownId(): string {
  lastOwnId++;
  return `stateless-${lastOwnId}`;
}

function either(one: AbortSignal, other: AbortSignal | undefined): AbortSignal {
  return other === undefined ? one : AbortSignal.any([one, other]);
}

/** Sends the progress of one request. */
export interface ProgressReporter {
  readonly report: (progress: Progress) => Promise<void>;
  /** Waits until the progress has been sent and a client that is still reading has had a turn to handle it. */
  readonly flush: () => Promise<void>;
  readonly stop: () => void;
  /** True if progress was reported, so that there are notifications to flush. */
  readonly used: boolean;
}

// Most clients do not request progress; their requests share one reporter that does nothing.
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
      // Progress is optional: if the client has disconnected, the call that reports progress must not fail.
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
    // A client that receives the last progress notification and the response in one read drops the notification,
    // because both SDKs handle notifications a microtask later than responses.
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
