import type { ObserveStart, RequestContext, RequestEnd } from '@modegate/mcp-protocol';
import { readForwardedError, readWireFailure } from '@modegate/mcp-protocol';
import type { SessionEvent } from '@modegate/session-store';
import type { RequestMeasure } from '@modegate/telemetry';
import type { Telemetry } from '@modegate/telemetry/sdk';
import type { RequestMiddleware } from '@modegate/tool-gateway';
import type { AuditTrail } from '../audit/audit-trail.ts';

/** Hooks that count, time and trace requests. */
export interface RequestMeasures {
  readonly started: ObserveStart;
  /** Wraps the audit trail, if any, and counts the decisions in it and the requests that end. */
  readonly throughTrail: (trail: AuditTrail | undefined) => AuditTrail;
  readonly aroundServer: RequestMiddleware;
  readonly taskEvent: (event: SessionEvent) => void;
}

/** Measures requests. Does not pass on arguments or the senders' identities. */
export function measureRequests({ metrics, tracing }: Pick<Telemetry, 'metrics' | 'tracing'>): RequestMeasures {
  const startedAt = new WeakMap<RequestContext, number>();
  const ended = (end: RequestEnd): void => {
    const outcome = outcomeOf(end);
    const durationMs = performance.now() - (startedAt.get(end.context) ?? performance.now());
    metrics?.requestEnded({ method: end.method, outcome, durationMs });
    tracing?.ended(keyOf(end.context), outcome === 'ok' ? undefined : (failureName(end) ?? outcome));
  };
  return {
    started: ({ method, context }) => {
      startedAt.set(context, performance.now());
      tracing?.started({ key: keyOf(context), method, meta: context.meta, subject: subjectOf(context) });
    },
    throughTrail: (trail) => ({
      decided: (request, decision, next) => {
        const { mode, allowed, code } = decision;
        const decided = { mode: mode ?? undefined, allowed, ...(code === undefined ? {} : { code }) };
        metrics?.decided(decided);
        tracing?.decided(keyOf(request), decided);
        return trail?.decided(request, decision, next);
      },
      asked: (request, consent) => {
        metrics?.asked(consent.consent);
        tracing?.asked(keyOf(request), consent.consent);
        return trail?.asked(request, consent);
      },
      ended: (end) => {
        ended(end);
        return trail?.ended(end);
      },
    }),
    aroundServer: (request, send) => {
      const { server, method, params, from } = request;
      const call = { key: keyOf(from), server, method, params };
      const sending = tracing === undefined ? send(params) : tracing.traceServerCall(call, send);
      return metrics === undefined
        ? sending
        : timed(sending, (outcome, durationMs) => metrics.serverCallEnded({ server, method, outcome, durationMs }));
    },
    taskEvent: ({ type }) => metrics?.taskEvent(type),
  };
}

function keyOf({ connectionId, requestId }: Pick<RequestContext, 'connectionId' | 'requestId'>): string {
  return `${connectionId} ${JSON.stringify(requestId)}`;
}

/** Returns the name of the requested tool or prompt; no other parameter is passed on. */
export function subjectOf({ params }: RequestContext): string | undefined {
  return typeof params.name === 'string' ? params.name : undefined;
}

type Outcome = RequestMeasure['outcome'];

/** Classifies how a request ended. */
export function outcomeOf(end: RequestEnd): Outcome {
  if (end.cancelled) return 'cancelled';
  if (end.kind === 'failure') return readWireFailure(end.thrown) === undefined ? 'error' : 'tool_error';
  return end.result.isError === true ? 'tool_error' : 'ok';
}

/** Returns a name from the fixed table of wire errors. */
function failureName(end: RequestEnd): string | undefined {
  if (end.kind === 'result') return undefined;
  return readForwardedError(end.thrown) === undefined ? readWireFailure(end.thrown)?.name : 'forwarded';
}

async function timed<Result extends { readonly isError?: unknown }>(
  sending: Promise<Result>,
  ended: (outcome: Outcome, durationMs: number) => void,
): Promise<Result> {
  const startedAt = performance.now();
  try {
    const result = await sending;
    ended(result.isError === true ? 'tool_error' : 'ok', performance.now() - startedAt);
    return result;
  } catch (error) {
    ended('error', performance.now() - startedAt);
    throw error;
  }
}
