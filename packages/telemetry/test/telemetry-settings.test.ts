import { readTelemetrySettings } from '@modegate/telemetry/settings';
import { expect, test } from 'vitest';

const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' };

test('nothing is sent without a telemetry variable', () => {
  expect(readTelemetrySettings({})).toMatchObject({ traces: undefined, metrics: undefined, problems: [] });
});

test.each([
  [endpoint, 'http/protobuf', 'http/protobuf'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json', 'http/json'],
  [{ ...endpoint, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, 'http/json', 'http/protobuf'],
  [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://127.0.0.1:1' }, 'http/protobuf', undefined],
  [{ OTEL_TRACES_EXPORTER: 'otlp' }, 'http/protobuf', undefined],
  [{ ...endpoint, OTEL_METRICS_EXPORTER: 'none' }, 'http/protobuf', undefined],
  [{ ...endpoint, OTEL_METRICS_EXPORTER: 'prometheus' }, 'http/protobuf', undefined],
  [{ ...endpoint, OTEL_SDK_DISABLED: 'TRUE' }, undefined, undefined],
  [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, undefined, undefined],
])('the environment %j sends traces as %s and metrics as %s', (env, traces, metrics) => {
  expect(readTelemetrySettings(env)).toMatchObject({ problems: [] });
  const settings = readTelemetrySettings(env);
  expect([settings.traces, settings.metrics]).toEqual([traces, metrics]);
});

test.each([
  [{ ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, "'grpc' is not supported, so no traces are sent"],
  [{ OTEL_TRACES_EXPORTER: 'console' }, "OTEL_TRACES_EXPORTER: 'console' is not supported"],
  [{ OTEL_TRACES_SAMPLER: 'jaeger_remote' }, 'every trace is kept'],
  [{ OTEL_TRACES_SAMPLER_ARG: '2' }, 'must be a number from 0 to 1'],
  [{ OTEL_BSP_MAX_QUEUE_SIZE: '-1' }, 'OTEL_BSP_MAX_QUEUE_SIZE must be a whole number above 0; 2048 is used instead.'],
])('the environment %j is a problem with a sentence', (env, problem) => {
  expect(readTelemetrySettings(env).problems.join(' ')).toContain(problem);
});

test('the sampler is read from the environment', () => {
  const sampler = (name: string, argument?: string) =>
    readTelemetrySettings({
      OTEL_TRACES_SAMPLER: name,
      ...(argument === undefined ? {} : { OTEL_TRACES_SAMPLER_ARG: argument }),
    }).sampler;
  expect(sampler('always_off')).toEqual({ kind: 'off', ratio: 1, isParentBased: false });
  expect(sampler('parentbased_traceidratio', '0.25')).toEqual({ kind: 'ratio', ratio: 0.25, isParentBased: true });
});
