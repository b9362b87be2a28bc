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

/** A request that needs answers of the client: its handler runs once, over as many tries of the client as that takes. */
export interface InputExchange {
  readonly origin: PendingRequest;
  /** What each try has to ask for again. */
  readonly fingerprint: string;
  /** Unanswered questions. */
  readonly questions: Map<string, ParkedQuestion>;
  /** The try that waits; undefined while the client answers. */
  current: PendingRequest | undefined;
  /** Whether the latest try waited for another program, as the next one does then. */
  hasReleasedSlot: boolean;
  /** What came of it while no try waited. */
  answer: JsonRpcSuccess | JsonRpcFailure | undefined;
  asked: number;
  /** Stops the clock of the state that waits for the next try. */
  stopClock: () => void;
}

/** A question that goes out as the answer to a request. */
export interface ParkedQuestion {
  readonly method: string;
  readonly params: JsonObject;
  /** Under which its answer is waited for. */
  readonly id: number;
}

/** The connection, as its requests use it. */
export interface PendingRequestOptions {
  readonly notify: (method: string, params: JsonObject, relatedRequestId: RequestId) => Promise<void>;
  readonly log: (level: LogLevel, data: unknown, relatedRequestId: RequestId) => void;
  readonly headerOf: ((requestId: RequestId, name: string) => string | undefined) | undefined;
  readonly ask: (pending: PendingRequest, question: Question) => Promise<JsonObject>;
  /** Frees the slot of a request that goes on. */
  readonly releaseSlot: (pending: PendingRequest) => void;
}

const MAX_UNSENT_PROGRESS = 16;
const NO_PARAMS: JsonObject = {};
const NO_META: JsonObject = {};

/** A request that was accepted and has not ended. */
export class PendingRequest extends IncomingRequest {
  /** That of the connection, or what the request says itself where there is none. */
  readonly session: ClientSession;
  /** Reports progress for the request; a client that asked for none shares one that reports nothing. */
  readonly progress: ProgressReporter;
  readonly context: RequestContext;
  /** Whether it waits for a slot, holds one, which its end must free, waits for another program without one, or is over. */
  place: 'queued' | 'slot' | 'withoutSlot' | 'over' = 'queued';
  /** Ends it with its answer, or with none, when it came in a batch. */
  endInBatch: ((answer: BatchAnswer) => void) | undefined;
  /** Why it is not handled. */
  refusal: unknown;
  /** The exchange that it began, or that it goes on with; undefined as long as nothing was asked. */
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

/** The try that waits for the answer of a request; the request itself where the client was asked nothing. */
export function currentAttempt(pending: PendingRequest): PendingRequest {
  return pending.exchange?.current ?? pending;
}

// A class, since one is made for each request: most handlers look at two or three members, and what is a getter here is only made for them.
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
      // While the client answers, no try holds a slot; the next one needs none.
      if (exchange !== undefined && exchange.current === undefined) exchange.hasReleasedSlot = true;
      else this.options.releaseSlot(currentAttempt(this.pending));
    };
  }
}

let lastOwnId = 0;

// Over HTTP two clients may call their requests alike, and a client whose request waits for it may use its id again.
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
