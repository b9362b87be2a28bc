import {
  type Context,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type TextMapPropagator,
  type Tracer,
  type TracerProvider,
  trace,
} from '@opentelemetry/api';

type Json = { readonly [key: string]: unknown };

/** A client's request as described by a span: without its arguments or its sender. */
export interface TracedRequest {
  /** Identifies a running request. */
  readonly key: string;
  readonly method: string;
  readonly meta: Json;
  /** Name of the requested tool or prompt. */
  readonly subject: string | undefined;
}

/** A request to another server. */
export interface TracedServerCall<Params> {
  /** Key of the client's request to which this request belongs. */
  readonly key: string;
  readonly server: string;
  readonly method: string;
  readonly params: Params;
}

/**
 * Spans for requests: each span belongs to the trace specified by `traceparent` in the request's `_meta`, and is passed
 * on to other servers.
 */
export interface RequestTracer {
  started(request: TracedRequest): void;
  /** Records the end of a request. @param error - One word from a closed set; undefined if the request did not fail. */
  ended(key: string, error: string | undefined): void;
  /** Records the decision about a running request. */
  decided(
    key: string,
    decision: { readonly mode: string | undefined; readonly allowed: boolean; readonly code?: string },
  ): void;
  /** Records a request for a person's approval, or the answer, as one word from a closed set. */
  asked(key: string, outcome: string): void;
  /** Sends a request to another server within a new span, and passes the span on in `_meta`. */
  traceServerCall<Params extends Json, Result>(
    call: TracedServerCall<Params>,
    send: (params: Params) => Promise<Result>,
  ): Promise<Result>;
}

/** Creates spans with the provider's tracer. */
export function createTracing(provider: TracerProvider, propagator: TextMapPropagator<Json>): RequestTracer {
  const tracer = provider.getTracer('modegate');
  const open = new Map<string, Span>();
  const within = (key: string): Context => {
    const span = open.get(key);
    return span === undefined ? ROOT_CONTEXT : trace.setSpan(ROOT_CONTEXT, span);
  };
  return {
    started: ({ key, method, meta, subject }) => {
      const parent = propagator.extract(ROOT_CONTEXT, meta, metaGetter);
      open.set(key, startSpan(tracer, { kind: SpanKind.SERVER, method, subject, parent }));
    },
    ended: (key, error) => {
      const span = open.get(key);
      open.delete(key);
      if (span !== undefined) endSpan(span, error);
    },
    decided: (key, { mode, allowed, code }) => {
      const span = open.get(key);
      span?.setAttributes({
        'modegate.decision': allowed ? 'allowed' : 'refused',
        ...(mode === undefined ? {} : { 'modegate.mode': mode }),
        ...(code === undefined ? {} : { 'modegate.code': code }),
      });
    },
    asked: (key, outcome) => void open.get(key)?.setAttribute('modegate.consent', outcome),
    traceServerCall: async ({ key, server, method, params }, send) => {
      const subject = typeof params.name === 'string' ? params.name : undefined;
      const span = startSpan(tracer, { kind: SpanKind.CLIENT, method, subject, parent: within(key) });
      span.setAttribute('modegate.server', server.slice(0, MAX_NAME_LENGTH));
      const carrier: Record<string, unknown> = {};
      propagator.inject(trace.setSpan(ROOT_CONTEXT, span), carrier, metaSetter);
      try {
        const result = await send({ ...params, _meta: { ...(params._meta as Json | undefined), ...carrier } });
        endSpan(span, undefined);
        return result;
      } catch (error) {
        endSpan(span, 'failed');
        throw error;
      }
    },
  };
}

const MAX_NAME_LENGTH = 100;

/** Pattern for tool and prompt names; anything else may be a misplaced argument. */
const NAME = /^[\w.:/-]{1,128}$/;

interface NewSpan {
  readonly kind: SpanKind;
  readonly method: string;
  readonly subject: string | undefined;
  readonly parent: Context;
}

function startSpan(tracer: Tracer, { kind, method, subject, parent }: NewSpan): Span {
  const verb = NAME.test(method) ? method : 'other';
  const name = subject !== undefined && NAME.test(subject) ? subject : undefined;
  const attributes = {
    'mcp.method.name': verb,
    ...(name === undefined ? {} : { [verb === 'prompts/get' ? 'gen_ai.prompt.name' : 'gen_ai.tool.name']: name }),
  };
  return tracer.startSpan(name === undefined ? verb : `${verb} ${name}`, { kind, attributes }, parent);
}

function endSpan(span: Span, error: string | undefined): void {
  if (error !== undefined) {
    span.setAttribute('error.type', error);
    span.setStatus({ code: SpanStatusCode.ERROR });
  }
  span.end();
}

const metaGetter = {
  keys: (meta: Json) => Object.keys(meta),
  get: (meta: Json, key: string) => {
    const value = Object.hasOwn(meta, key) ? meta[key] : undefined;
    return typeof value === 'string' && value.length <= MAX_VALUE_LENGTH ? value : undefined;
  },
};

const MAX_VALUE_LENGTH = 512;

const metaSetter = {
  set: (meta: Record<string, unknown>, key: string, value: string) => {
    meta[key] = value;
  },
};
