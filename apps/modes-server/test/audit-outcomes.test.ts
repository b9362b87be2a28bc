import { type AuditLog, auditLineSchema } from '@modegate/cli-kit/audit';
import { RpcError } from '@modegate/mcp-host/connections';
import { describe, expect, test } from 'vitest';
import { createFakeUpstreams, tool } from './support/fake-upstreams.ts';
import { openServer } from './support/open-server.ts';
import { turn } from './support/questions.ts';

const modes = `customModes:
  - slug: work
    name: Work
    roleDefinition: You work.
    groups: [mcp]
`;

const answers: Readonly<Record<string, () => unknown>> = {
  fine: () => ({ content: [] }),
  wrong: () => ({ content: [{ type: 'text', text: 'no' }], isError: true }),
  broken: () => new RpcError(-32011, 'Out of order'),
  hangs: () => new Promise(() => undefined),
};

async function open(flags: object = {}, auditLog?: AuditLog) {
  const upstreams = createFakeUpstreams({
    up: {
      tools: Object.keys(answers).map((name) => tool(name)),
      resources: [{ uri: 'up://a', name: 'a' }],
      answer: ({ params }) => (answers[String(params.name)]?.() ?? { contents: [] }) as never,
    },
  });
  const files = { '.roomodes': modes };
  const server = await openServer({
    files,
    upstreams,
    flags: { gateway: 'on', mode: 'work', ...flags },
    ...(auditLog && { auditLog }),
  });
  await server.client.request('tools/list');
  return { ...server, upstreams };
}

describe('the outcome line of a forwarded call, with the id of its decision', () => {
  test.each([
    ['ok', 'fine'],
    ['tool_error', 'wrong'],
    ['protocol_error', 'broken'],
  ])('a forwarded call is logged with the outcome %s', async (outcome, name) => {
    const { client, audit } = await open();
    await client.request('tools/call', { name: `up__${name}`, arguments: {} }).catch(() => undefined);
    const [decision, end] = audit;
    expect(audit).toHaveLength(2);
    expect(decision).toMatchObject({ event: 'decision', allowed: true, mode: 'work' });
    expect(end).toMatchObject({ event: 'outcome', outcome, id: decision?.id, mode: 'work', mcp_server: 'up' });
    expect(end).toHaveProperty('duration_ms', expect.any(Number));
    if (outcome === 'protocol_error')
      expect(end).toHaveProperty('error', { code: -32011, message: expect.stringContaining('Out of order') });
  });

  test('a cancelled call is logged with its outcome', async () => {
    const { client, audit } = await open();
    const params = { name: 'up__hangs', arguments: {} };
    client.send({ jsonrpc: '2.0', id: 'mine', method: 'tools/call', params });
    await expect.poll(() => audit.length).toBe(1);
    client.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'mine' } });
    await expect.poll(() => audit.length).toBe(2);
    expect(audit[1]).toMatchObject({ event: 'outcome', outcome: 'cancelled' });
  });

  test('a call that timed out is logged with its outcome', async () => {
    const files = { '.roo/mcp.json': JSON.stringify({ mcpServers: { up: { command: 'up', timeout: 1 } } }) };
    const upstreams = createFakeUpstreams({
      up: { tools: [tool('hangs')], answer: () => new Promise(() => undefined) },
    });
    const server = await openServer({
      files: { '.roomodes': modes, ...files },
      upstreams,
      flags: { gateway: 'on', mode: 'work' },
    });
    await server.client.request('tools/list');
    await server.client.request('tools/call', { name: 'up__hangs', arguments: {} }).catch(() => undefined);
    expect(server.audit[1]).toMatchObject({ outcome: 'timed_out', error: { code: 'REQUEST_TIMEOUT' } });
  });

  test('outcomes of call_tool and of resource requests are logged, too', async () => {
    const { client, audit, call } = await open();
    await call('call_tool', { name: 'up__fine', arguments: {} });
    await client.request('resources/read', { uri: 'up://a' });
    await client.request('resources/subscribe', { uri: 'up://a' });
    expect(audit.map(({ event }) => event)).toEqual([
      'decision',
      'outcome',
      'decision',
      'outcome',
      'decision',
      'outcome',
    ]);
  });

  test('the outcome of a call is logged before its answer is sent', async () => {
    const { client, audit } = await open();
    const counted: number[] = [];
    const sent = client.request('tools/call', { name: 'up__fine', arguments: {} });
    await sent.then(() => void counted.push(audit.length));
    expect(counted).toEqual([2]);
  });

  test('a refused call is not forwarded, and has no outcome line', async () => {
    const { client, audit, call } = await open({ disableTool: ['use_mcp_tool'] });
    await client.request('tools/call', { name: 'up__fine', arguments: {} }).catch(() => undefined);
    await call('validate_tool_use', { session_id: 'none', tool_name: 'read_file' });
    expect(audit.map(({ event }) => event)).toEqual(['decision', 'decision']);
  });
});

test('every line of the audit log has the documented form', async () => {
  const { client, audit, call } = await open();
  for (const name of ['fine', 'wrong', 'broken', 'nothing'])
    await client.request('tools/call', { name: `up__${name}`, arguments: {} }).catch(() => undefined);
  await call('create_task', { mode_slug: 'code' });
  await client.request('resources/read', { uri: 'x://' }).catch(() => undefined);
  await turn();
  for (const line of audit) expect(auditLineSchema().safeParse(JSON.parse(JSON.stringify(line))).error).toBeUndefined();
  expect(audit.length).toBeGreaterThan(8);
});

describe('an audit log that must not miss an allowance', () => {
  /** What a log with `--audit sync` does on a full disk. */
  const full: AuditLog = {
    append: (_line, need) => (need === 'required' ? Promise.reject(new Error('ENOSPC')) : Promise.resolve()),
    reopen: () => undefined,
    close: async () => undefined,
  };

  test('a call is not forwarded if the audit log cannot be written', async () => {
    const { client, upstreams } = await open({}, full);
    const result = await client.callTool('up__fine', {});
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).toContain('The audit log cannot be written');
    expect(upstreams.of('up').requests()).toEqual([]);
  });

  test('validate_tool_use allows nothing if the audit log cannot be written, and refusals stay refusals', async () => {
    const { call } = await open({}, full);
    const { facts: task } = await call('create_task', { mode_slug: 'work' });
    const { session_id } = task;
    const allowed = await call('validate_tool_use', {
      session_id,
      tool_name: 'use_mcp_tool',
      mcp_server: 'up',
      mcp_tool: 'fine',
    });
    expect([allowed.isError, allowed.facts.error.name]).toEqual([true, 'INTERNAL_ERROR']);
    const refused = await call('validate_tool_use', { session_id, tool_name: 'execute_command' });
    expect([refused.isError, refused.facts.allowed]).toEqual([false, false]);
  });
});
