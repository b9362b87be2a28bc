import { PrometheusExporter, PrometheusSerializer } from '@opentelemetry/exporter-prometheus';
import type { Resource } from '@opentelemetry/resources';
import { type IMetricReader, MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
import type { OtlpProtocol, TelemetrySettings } from '../telemetry-settings.ts';

/** Options for {@link openMeters}. */
interface MeterOptions {
  readonly settings: TelemetrySettings;
  readonly hasPage: boolean;
  readonly resource: Resource;
}

/** Collects metrics for a page, for a collector, or for both. */
export async function openMeters(options: MeterOptions) {
  const { settings, hasPage, resource } = options;
  const page = hasPage ? new PrometheusExporter({ preventServerStart: true }) : undefined;
  const readers: IMetricReader[] = page === undefined ? [] : [page];
  if (settings.metrics !== undefined) readers.push(await openReader(settings.metrics, settings));
  const provider = new MeterProvider({ resource, readers });
  const serializer = new PrometheusSerializer('', false, undefined, false, WITHOUT_SCOPE);
  return {
    provider,
    readPage: page && (async () => serializer.serialize((await page.collect()).resourceMetrics)),
    close: () => provider.shutdown(),
  };
}

/** Omits the scope: all metrics have the same scope, and a label would repeat it in every line. */
const WITHOUT_SCOPE = true;

async function openReader(protocol: OtlpProtocol, settings: TelemetrySettings): Promise<IMetricReader> {
  const { OTLPMetricExporter } =
    protocol === 'http/json'
      ? await import('@opentelemetry/exporter-metrics-otlp-http')
      : await import('@opentelemetry/exporter-metrics-otlp-proto');
  const { metricIntervalMs, metricTimeoutMs } = settings;
  return new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter(),
    exportIntervalMillis: metricIntervalMs,
    exportTimeoutMillis: Math.min(metricTimeoutMs, metricIntervalMs),
  });
}
