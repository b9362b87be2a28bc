import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OtlpProtocol, SamplerSettings, TelemetrySettings } from '../telemetry-settings.ts';
import { createTracing } from '../tracing.ts';

/** Options for {@link openSpans}. */
interface SpanOptions {
  readonly settings: TelemetrySettings;
  readonly protocol: OtlpProtocol;
  readonly resource: Resource;
}

/** Exports spans to a collector in batches; spans that do not fit into the queue are dropped. */
export async function openSpans(options: SpanOptions) {
  const { settings, protocol, resource } = options;
  const { maxSpans, maxBatch, delayMs, timeoutMs } = settings.spanQueue;
  const { OTLPTraceExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-trace-otlp-http')
      : await import('@opentelemetry/exporter-trace-otlp-proto');
  const processor = new BatchSpanProcessor({
    exporter: new OTLPTraceExporter(),
    maxQueueSize: maxSpans,
    maxExportBatchSize: Math.min(maxBatch, maxSpans),
    scheduledDelayMillis: delayMs,
    exportTimeoutMillis: timeoutMs,
  });
  const provider = new TracerProvider({ resource, sampler: samplerOf(settings.sampler), spanProcessors: [processor] });
  return {
    tracing: createTracing(provider, new W3CTraceContextPropagator()),
    close: () => provider.shutdown(),
  };
}

function samplerOf({ kind, ratio, isParentBased }: SamplerSettings): Sampler {
  const root =
    kind === 'on'
      ? new AlwaysOnSampler()
      : kind === 'off'
        ? new AlwaysOffSampler()
        : new TraceIdRatioBasedSampler(ratio);
  return isParentBased ? new ParentBasedSampler({ root }) : root;
}
