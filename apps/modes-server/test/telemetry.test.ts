import { serveHttp } from '@modegate/mcp-protocol/http';
import { type Authenticator, authFailure, httpAuth, toErrorResponse } from '@modegate/principals/open';
import type { RequestTracer } from '@modegate/telemetry';
import { openTelemetry } from '@modegate/telemetry/sdk';
import { readTelemetrySettings } from '@modegate/telemetry/settings';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { metricsPage } from '../src/http/metrics-page.ts';
import { createServerFactory } from '../src/http/serve-over-http.ts';
import { createFakeUpstreams } from './support/fake-upstreams.ts';
import { connectHttp, post } from './support/http-wire.ts';
import { openServer } from './support/open-server.ts';

async function openPage() {
  const telemetry = await openTelemetry({
    settings: readTelemetrySettings({}),
    serviceName: 'modes-server',
    version: '1',
    hasPage: true,
    onProblem: () => undefined,
  });
  onTestFinished(() => telemetry.close());
  return { ...telemetry, readPage: () => telemetry.readPage?.() ?? Promise.reject(new Error('There is no page')) };
}

describe('metrics of the modes server', () => {
  test('the metrics count decisions by mode, calls by server, tasks, and the states of servers', async () => {
    const telemetry = await openPage();
    const upstreams = createFakeUpstreams();
    const flags = { surface: 'tools' } as const;
    const { call } = await openServer({ telemetry, upstreams, flags });
    const { session_id } = (await call('create_task', { mode_slug: 'ask' })).facts;
    await call('alpha__echo');
    await call('validate_tool_use', { session_id, tool_name: 'write_to_file', file_path: 'a.ts' });
    const page = await telemetry.readPage();
    for (const line of [
      'modegate_decisions_total{mode="ask",outcome="allowed"} 1',
      'modegate_decisions_total{mode="ask",outcome="refused",code="GROUP_MISSING"} 1',
      'modegate_server_call_duration_seconds_count{server="alpha",method="tools/call",outcome="ok"} 1',
      'modegate_request_duration_seconds_count{method="tools/call",outcome="ok"} 3',
      'modegate_task_events_total{event="created"} 1',
      'modegate_tasks_stored 1',
      'modegate_servers{state="connected"} 2',
      'modegate_connections 1',
    ])
      expect(page).toContain(`${line}\n`);
  });
});

describe('spans of requests', () => {
  test('spans have the request name, the decision and one word for a failure, but never arguments', async () => {
    const told: unknown[] = [];
    const note =
      (what: string) =>
      (...given: readonly unknown[]) =>
        void told.push([what, ...given]);
    const tracing: RequestTracer = {
      started: vi.fn(({ key, method, subject }) => note('started')(typeof key, method, subject)),
      ended: (_key, error) => note('ended')(error),
      decided: (_key, decision) => note('decided')(decision),
      asked: (_key, outcome) => note('asked')(outcome),
      traceServerCall: ({ server, params }, send) => {
        note('server')(server);
        return send({ ...params, _meta: { traceparent: 'of the span' } });
      },
    };
    const upstreams = createFakeUpstreams();
    const flags = { mode: 'code', surface: 'tools' } as const;
    const { call } = await openServer({ telemetry: { metrics: undefined, tracing }, upstreams, flags });
    told.length = 0;
    await call('alpha__echo', { text: 'hush' });
    await call('get_task_info', { session_id: 'ses_hush' });
    expect(told).toEqual([
      ['started', 'string', 'tools/call', 'alpha__echo'],
      ['decided', { mode: 'code', allowed: true }],
      ['server', 'alpha'],
      ['ended', undefined],
      ['started', 'string', 'tools/call', 'get_task_info'],
      ['ended', 'TASK_NOT_FOUND'],
    ]);
    expect(upstreams.of('alpha').received.at(-1)).toMatchObject({
      params: { name: 'echo', arguments: { text: 'hush' }, _meta: { traceparent: 'of the span' } },
    });
  });
});

describe('/metrics', () => {
  const refusal = toErrorResponse(authFailure('METRICS_NOT_ALLOWED', 'The token does not give access to the metrics'), {
    metadataUrl: undefined,
    scopes: [],
  });
  const principal = (id: string) =>
    ({
      kind: 'principal',
      id,
      name: id,
      modes: ['*'],
      mayReadMetrics: id === 'ops',
      mayEditModes: false,
      credential: id,
      expiresAtMs: undefined,
    }) as const;
  const nameOf = ({ authorization = '' }: { readonly authorization?: unknown }) =>
    String(authorization).replace('Bearer ', '');
  const principals: Authenticator = {
    authenticate: async (headers) => principal(nameOf(headers)),
    authoriseMetrics: async (headers) => (nameOf(headers) === 'ops' ? principal('ops') : refusal),
    review: async () => () => 'holds',
    admit: () => ({ kind: 'admission', charge: async () => undefined, release: () => undefined }),
    refuseMode: () => undefined,
    metadataAt: () => undefined,
  };

  async function serve(asked: Authenticator | undefined) {
    const telemetry = await openPage();
    const modesServer = await openServer({ telemetry });
    const door = asked === undefined ? {} : httpAuth(asked);
    const onRefused = telemetry.metrics?.refused ?? (() => undefined);
    const page = metricsPage(telemetry, asked);
    const serving = await serveHttp(createServerFactory(modesServer, asked), {
      drainMs: 0,
      ...door,
      ...page,
      onRefused,
    });
    onTestFinished(() => serving.close());
    return { ...serving, metrics: serving.url.replace('/mcp', '/metrics') };
  }

  test('/metrics is open where no credentials are required, but not to a web page', async () => {
    const { metrics, url } = await serve(undefined);
    await connectHttp(url);
    await post(url, { jsonrpc: '2.0', id: 1, method: 'ping' }, { 'Mcp-Session-Id': 'made-up' });
    const answer = await fetch(metrics);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining('version=0.0.4'),
    ]);
    expect(await answer.text()).toContain('modegate_http_refused_total{reason="session_unknown"} 1\n');
    expect((await fetch(metrics, { headers: { Origin: 'https://evil.example' } })).status).toBe(403);
    expect((await fetch(metrics, { method: 'POST' })).status).toBe(405);
  });

  test('/metrics needs its own permission where credentials are required, even on loopback', async () => {
    const { metrics } = await serve(principals);
    const as = (name: string) => ({ headers: { Authorization: `Bearer ${name}` } });
    expect((await fetch(metrics)).status).toBe(403);
    expect((await fetch(metrics, as('ann'))).status).toBe(403);
    const answer = await fetch(metrics, as('ops'));
    expect(answer.status).toBe(200);
    expect(await answer.text()).toContain('modegate_http_refused_total{reason="metrics_not_allowed"} 2\n');
  });
});
