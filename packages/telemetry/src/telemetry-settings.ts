/** Telemetry settings from the OpenTelemetry variables. */
export type TelemetrySettings = Readonly<ReturnType<typeof readTelemetrySettings>>;

/** Encodings for OTLP over HTTP. */
export type OtlpProtocol = 'http/protobuf' | 'http/json';

/** Sampling of traces. */
export interface SamplerSettings {
  readonly kind: 'on' | 'off' | 'ratio';
  /** Ratio from 0 to 1, for `ratio`. */
  readonly ratio: number;
  /** True if the caller's sampling decision is respected. */
  readonly isParentBased: boolean;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the standard variables. Nothing is sent unless an exporter or an endpoint is specified, and nothing is ever
 * sent with `OTEL_SDK_DISABLED=true`. OTLP endpoints, headers, certificates and timeouts are read by the exporters.
 */
export function readTelemetrySettings(env: Environment) {
  const problems: string[] = [];
  const read = { env, problems };
  return {
    /** Protocol for traces; undefined if disabled. */
    traces: protocolOf(read, 'TRACES'),
    /** Protocol for metrics; undefined if disabled. */
    metrics: protocolOf(read, 'METRICS'),
    sampler: samplerOf(read),
    metricIntervalMs: numberOf(read, 'OTEL_METRIC_EXPORT_INTERVAL', 60_000),
    metricTimeoutMs: numberOf(read, 'OTEL_METRIC_EXPORT_TIMEOUT', 30_000),
    spanQueue: {
      maxSpans: numberOf(read, 'OTEL_BSP_MAX_QUEUE_SIZE', 2_048),
      maxBatch: numberOf(read, 'OTEL_BSP_MAX_EXPORT_BATCH_SIZE', 512),
      delayMs: numberOf(read, 'OTEL_BSP_SCHEDULE_DELAY', 5_000),
      timeoutMs: numberOf(read, 'OTEL_BSP_EXPORT_TIMEOUT', 30_000),
    },
    /** Sentences about unsupported settings, without the values, which may be secret. */
    problems,
  };
}

interface SettingsReader {
  readonly env: Environment;
  readonly problems: string[];
}

function textOf({ env }: SettingsReader, name: string): string | undefined {
  const text = env[name]?.trim();
  return text === '' ? undefined : text;
}

function protocolOf(read: SettingsReader, signal: 'TRACES' | 'METRICS'): OtlpProtocol | undefined {
  if (textOf(read, 'OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const variable = `OTEL_${signal}_EXPORTER`;
  const named = textOf(read, variable);
  const exporters = named?.split(',').map((name) => name.trim().toLowerCase());
  const endpoint = textOf(read, `OTEL_EXPORTER_OTLP_${signal}_ENDPOINT`) ?? textOf(read, 'OTEL_EXPORTER_OTLP_ENDPOINT');
  for (const name of exporters ?? [])
    if (!['otlp', 'none', ...(signal === 'METRICS' ? ['prometheus'] : [])].includes(name))
      read.problems.push(`${variable}: '${name.slice(0, 60)}' is not supported. Use 'otlp' or 'none'.`);
  if (exporters === undefined ? endpoint === undefined : !exporters.includes('otlp')) return undefined;
  const protocol =
    textOf(read, `OTEL_EXPORTER_OTLP_${signal}_PROTOCOL`) ??
    textOf(read, 'OTEL_EXPORTER_OTLP_PROTOCOL') ??
    'http/protobuf';
  if (protocol === 'http/protobuf' || protocol === 'http/json') return protocol;
  read.problems.push(
    `OTEL_EXPORTER_OTLP_PROTOCOL: '${protocol.slice(0, 60)}' is not supported, so no ${signal.toLowerCase()} are sent. Use 'http/protobuf' or 'http/json'.`,
  );
  return undefined;
}

const SAMPLERS: Readonly<Record<string, SamplerSettings['kind']>> = {
  always_on: 'on',
  always_off: 'off',
  traceidratio: 'ratio',
};

function samplerOf(read: SettingsReader): SamplerSettings {
  const named = textOf(read, 'OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const isParentBased = named.startsWith('parentbased_');
  const kind = SAMPLERS[named.replace('parentbased_', '')];
  if (kind === undefined) {
    read.problems.push(`OTEL_TRACES_SAMPLER: '${named.slice(0, 60)}' is not supported; every trace is kept.`);
    return { kind: 'on', ratio: 1, isParentBased: true };
  }
  const argument = textOf(read, 'OTEL_TRACES_SAMPLER_ARG');
  const ratio = argument === undefined ? 1 : Number(argument);
  if (ratio >= 0 && ratio <= 1) return { kind, ratio, isParentBased };
  read.problems.push('OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1; the value 1 is used instead.');
  return { kind, ratio: 1, isParentBased };
}

function numberOf(read: SettingsReader, name: string, fallback: number): number {
  const text = textOf(read, name);
  if (text === undefined) return fallback;
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text);
  read.problems.push(`${name} must be a whole number above 0; ${fallback} is used instead.`);
  return fallback;
}
