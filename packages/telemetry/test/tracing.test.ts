import { createTracing } from '@modegate/telemetry';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { expect, test } from 'vitest';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const meta = { traceparent: `00-${TRACE}-b7ad6b7169203331-01`, tracestate: 'vendor=1' };

function open() {
  const exporter = new InMemorySpanExporter();
  const provider = new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] });
  return {
    tracing: createTracing(provider, new W3CTraceContextPropagator()),
    spans: () => exporter.getFinishedSpans(),
  };
}

test('a request and its server requests belong to the trace that its _meta names', async () => {
  const { tracing, spans } = open();
  tracing.started({ key: 'one', method: 'tools/call', meta, subject: 'github__list' });
  tracing.asked('one', 'accepted');
  tracing.decided('one', { mode: 'ask', allowed: true });
  const params = { name: 'list', arguments: { secret: 'hush' }, _meta: { ...meta, 'example.org/kept': 1 } };
  const sent = await tracing.traceServerCall(
    { key: 'one', server: 'github', method: 'tools/call', params },
    async (given) => given,
  );
  tracing.ended('one', undefined);
  const [client, server] = spans();
  expect(server).toMatchObject({
    name: 'tools/call github__list',
    kind: 1,
    attributes: { 'modegate.consent': 'accepted', 'modegate.decision': 'allowed' },
  });
  expect(server?.spanContext().traceId).toBe(TRACE);
  expect(client).toMatchObject({ name: 'tools/call list', kind: 2, attributes: { 'modegate.server': 'github' } });
  expect(client?.parentSpanContext?.spanId).toBe(server?.spanContext().spanId);
  expect(sent).toMatchObject({
    arguments: { secret: 'hush' },
    _meta: {
      'example.org/kept': 1,
      traceparent: `00-${TRACE}-${client?.spanContext().spanId}-01`,
      tracestate: 'vendor=1',
    },
  });
  expect(JSON.stringify(spans().map(({ name, attributes, events }) => [name, attributes, events]))).not.toContain(
    'hush',
  );
});

test.each([
  [{}],
  [{ traceparent: 17 }],
  [{ traceparent: 'nonsense' }],
  [{ traceparent: `00-${'0'.repeat(32)}-b7ad6b7169203331-01` }],
  [{ traceparent: meta.traceparent, tracestate: 'x'.repeat(100_000) }],
])('a request with _meta %j starts or continues a trace without an error', (given) => {
  const { tracing, spans } = open();
  tracing.started({ key: 'one', method: 'ping', meta: given, subject: undefined });
  tracing.ended('one', 'INVALID_PARAMS');
  expect(spans()).toMatchObject([
    { name: 'ping', status: { code: 2 }, attributes: { 'error.type': 'INVALID_PARAMS' } },
  ]);
});

test('a span does not record a subject or method that is not a known name', () => {
  const { tracing, spans } = open();
  tracing.started({ key: 'one', method: 'tools/call', meta: {}, subject: 'my password is hush' });
  tracing.ended('one', undefined);
  tracing.started({ key: 'two', method: 'hush me', meta: {}, subject: undefined });
  tracing.ended('two', undefined);
  expect(spans().map(({ name }) => name)).toEqual(['tools/call', 'other']);
});

test('a failed server call ends its span with an error, and the error is passed on', async () => {
  const { tracing, spans } = open();
  const call = { key: 'gone', server: 'a', method: 'tools/call', params: {} };
  await expect(tracing.traceServerCall(call, () => Promise.reject(new Error('hush')))).rejects.toThrow('hush');
  expect(spans()).toMatchObject([{ status: { code: 2 }, attributes: { 'error.type': 'failed' } }]);
  expect(spans()[0]?.events).toEqual([]);
});
