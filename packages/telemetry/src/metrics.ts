import type { Attributes, Meter, MeterProvider } from '@opentelemetry/api';
import { boundedLabel } from './bounded-label.ts';

/** A completed request from a client. */
export interface RequestMeasure {
  /** An MCP method, or `other`. */
  readonly method: string;
  readonly outcome: 'ok' | 'tool_error' | 'error' | 'cancelled';
  readonly durationMs: number;
}

/** A completed request to another server. */
export interface ServerCallMeasure extends RequestMeasure {
  readonly server: string;
}

/**
 * Counters and measurements. Label values come from closed sets or are limited in number; no label contains data about
 * a principal.
 */
export interface Metrics {
  /** Counts a decision. `code` is the code for a refusal, from a closed set. */
  decided(decision: { readonly mode: string | undefined; readonly allowed: boolean; readonly code?: string }): void;
  /** Counts a request for a person's approval, or the answer, under a word from a closed set. */
  asked(outcome: string): void;
  requestEnded(request: RequestMeasure): void;
  serverCallEnded(call: ServerCallMeasure): void;
  /** Counts a request that the HTTP server refused, under a word from a closed set. */
  refused(reason: string): void;
  /** Counts a task event, under a word from a closed set. */
  taskEvent(event: string): void;
  /**
   * Registers a measurement taken whenever the metrics are read: a single value, or one value per label value. If
   * `read` throws, the value is omitted.
   */
  gauge(name: string, about: GaugeAbout): void;
}

/** Description of a gauge. */
export interface GaugeAbout {
  readonly description: string;
  readonly read: () => number | ReadonlyMap<string, number> | Promise<number>;
  /** Label for the keys of a map; the keys must come from a closed set. */
  readonly label?: string;
}

/** Upper limits of the buckets in seconds, for durations from a decision of 50 µs to a tool call of several minutes. */
const BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300];

/** Creates the instruments. */
export function createMetrics(provider: MeterProvider): Metrics {
  const meter = provider.getMeter('modegate');
  const [mode, server] = [boundedLabel(), boundedLabel()];
  const count = (name: string, description: string) => {
    const counter = meter.createCounter(name, { description });
    return (labels: Attributes) => counter.add(1, labels);
  };
  const decisions = count('modegate.decisions', 'Decisions, by mode and outcome.');
  const consents = count('modegate.consents', 'Questions to people, and their answers.');
  const refusals = count('modegate.http.refused', 'Requests that the HTTP server refused, by reason.');
  const taskEvents = count('modegate.task.events', 'Task events, by type.');
  const requests = duration(meter, 'modegate.request.duration.seconds', 'Duration of client requests, by method.');
  const calls = duration(
    meter,
    'modegate.server.call.duration.seconds',
    'Duration of requests to other servers, by server.',
  );
  return {
    decided: ({ mode: slug, allowed, code }) =>
      decisions({
        mode: slug === undefined ? 'none' : mode(slug),
        outcome: allowed ? 'allowed' : 'refused',
        ...(code === undefined ? {} : { code }),
      }),
    asked: (outcome) => consents({ outcome }),
    requestEnded: ({ method, outcome, durationMs }) => requests(durationMs, { method: knownMethod(method), outcome }),
    serverCallEnded: ({ server: name, method, outcome, durationMs }) =>
      calls(durationMs, { server: server(name), method: knownMethod(method), outcome }),
    refused: (reason) => refusals({ reason }),
    taskEvent: (event) => taskEvents({ event }),
    gauge: (name, about) => observe(meter, name, about),
  };
}

function duration(meter: Meter, name: string, description: string): (durationMs: number, labels: Attributes) => void {
  const histogram = meter.createHistogram(name, {
    description,
    unit: 's',
    advice: { explicitBucketBoundaries: BUCKETS },
  });
  return (durationMs, labels) => histogram.record(durationMs / 1_000, labels);
}

function observe(meter: Meter, name: string, { description, read, label = 'state' }: GaugeAbout): void {
  meter.createObservableGauge(name, { description }).addCallback(async (result) => {
    const value = await read();
    if (typeof value === 'number') return result.observe(value);
    for (const [key, each] of value) result.observe(each, { [label]: key });
  });
}

const METHOD =
  /^(?:initialize|ping|tools\/(?:list|call)|resources\/(?:list|templates\/list|read|subscribe|unsubscribe)|prompts\/(?:list|get)|completion\/complete|logging\/setLevel)$/;

function knownMethod(method: string): string {
  return METHOD.test(method) ? method : 'other';
}
