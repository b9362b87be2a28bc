import { setGlobalErrorHandler } from '@opentelemetry/core';
import { detectResources, envDetector, type Resource, resourceFromAttributes } from '@opentelemetry/resources';
import { createMetrics, type Metrics } from '../metrics.ts';
import { observeProcess } from '../process-metrics.ts';
import type { TelemetrySettings } from '../telemetry-settings.ts';
import type { RequestTracer } from '../tracing.ts';

/** Options for {@link openTelemetry}. */
export interface OpenTelemetryOptions {
  readonly settings: TelemetrySettings;
  /** Name of the program, unless `OTEL_SERVICE_NAME` is set. */
  readonly serviceName: string;
  readonly version: string;
  /** True if metrics can be read as Prometheus text. */
  readonly hasPage: boolean;
  /** Called with a sentence when an export fails, at most once a minute. */
  readonly onProblem: (message: string) => void;
}

/** Running telemetry. */
export interface Telemetry {
  /** Undefined if nothing reads the metrics. */
  readonly metrics: Metrics | undefined;
  /** Undefined if nothing receives the spans. */
  readonly tracing: RequestTracer | undefined;
  /** Returns the metrics as Prometheus text, version 0.0.4; undefined if there is no page. */
  readonly readPage: (() => Promise<string>) | undefined;
  /** Sends remaining data, for at most two seconds. */
  close(): Promise<void>;
}

/** Starts the configured telemetry; each part is loaded only if needed. */
export async function openTelemetry(options: OpenTelemetryOptions): Promise<Telemetry> {
  const { settings, hasPage, onProblem } = options;
  for (const problem of settings.problems) onProblem(problem);
  setGlobalErrorHandler(createProblemReport(onProblem));
  const resource = describeService(options);
  const meters =
    hasPage || settings.metrics !== undefined
      ? await (await import('./open-meters.ts')).openMeters({ settings, hasPage, resource })
      : undefined;
  const spans =
    settings.traces === undefined
      ? undefined
      : await (await import('./open-spans.ts')).openSpans({ settings, protocol: settings.traces, resource });
  const metrics = meters === undefined ? undefined : createMetrics(meters.provider);
  if (metrics !== undefined) observeProcess(metrics);
  return {
    metrics,
    tracing: spans?.tracing,
    readPage: meters?.readPage,
    close: () => withinTwoSeconds(Promise.allSettled([meters?.close(), spans?.close()])),
  };
}

function describeService({ serviceName, version }: OpenTelemetryOptions): Resource {
  const own = resourceFromAttributes({ 'service.name': serviceName, 'service.version': version });
  return own.merge(detectResources({ detectors: [envDetector] }));
}

const CLOSE_MS = 2_000;

async function withinTwoSeconds(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, CLOSE_MS);
  });
  await Promise.race([work, end]);
  clearTimeout(timer);
}

const MINUTE_MS = 60_000;

/** Reports export errors, at most once a minute: an unreachable collector fails with every batch. */
function createProblemReport(onProblem: (message: string) => void): (error: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - reportedAt < MINUTE_MS) return;
    reportedAt = performance.now();
    onProblem(`Telemetry could not be sent: ${describe(error)}`);
  };
}

function describe(error: unknown): string {
  const message = error instanceof Error ? error.message : typeof error === 'string' ? error : 'for an unknown reason';
  return message.slice(0, 300);
}
