import { createMemoryStore, createSessions, type Store } from '@modegate/session-store';
import type { DecisionRecord } from '@modegate/tool-gateway';
import { expect, test } from 'vitest';
import { decisionRecorder } from '../../src/gateway/record-decision.ts';
import { createConnectionModes } from '../../src/sessions/connection-modes.ts';
import type { ToolContext } from '../../src/tool-context.ts';

/** A connection in a task in mode `code`, and the recorder of its gateway; with `parent`, modes ask about tasks, and this one has a parent. */
async function open(around: (store: Store) => Store = (store) => store, { parent = false } = {}) {
  const stored = createSessions({ store: around(createMemoryStore()) });
  let looks = 0;
  const peek: typeof stored.peek = (sessionId) => {
    looks += 1;
    return stored.peek(sessionId);
  };
  const sessions = { ...stored, peek };
  const connectionModes = createConnectionModes({
    initial: () => undefined,
    needsConsent: false,
    onChange: () => undefined,
  });
  const above = parent ? { parentSessionId: (await sessions.create({ mode: 'docs' })).id } : {};
  const { id } = await sessions.create({ mode: 'code', ...above });
  const { version } = await sessions.activate(id);
  connectionModes.enter('c1', { sessionId: id, mode: 'code', version });
  const context = {
    sessions,
    connectionModes,
    modes: { current: { policy: { needs: { task: parent } } } },
    settings: {},
  } as unknown as ToolContext;
  const record = decisionRecorder(context);
  const allowed = { allowed: true, by: { layer: 'project', pointer: '/a' } } as DecisionRecord['decision'];
  const call = (changes: Partial<DecisionRecord> = {}): DecisionRecord => ({
    connectionId: 'c1',
    requestId: 1,
    sessionId: undefined,
    mode: 'code',
    tool: 'use_mcp_tool',
    server: 'alpha',
    subject: 'echo',
    decision: allowed,
    params: {},
    ...changes,
  });
  const trail = async () => (await stored.peek(id)).task.decisions;
  return {
    looks: () => looks,
    record: (changes?: Partial<DecisionRecord>) => record(call(changes)),
    sessions,
    connectionModes,
    id,
    trail,
  };
}

test('a decision for a task in memory is recorded before the call continues, without waiting', async () => {
  const { record, trail } = await open();
  expect(record()).toBeUndefined();
  expect(await trail()).toMatchObject([{ tool: 'use_mcp_tool', detail: { mcp_server: 'alpha', mcp_tool: 'echo' } }]);
});

test('a call waits and is judged again when another store writes', async () => {
  const { record, trail } = await open((store) => ({ ...store, touch: async (...given) => store.touch(...given) }));
  const recording = record();
  expect(recording).toBeInstanceOf(Promise);
  await recording;
  expect(await trail()).toHaveLength(1);
});

test('a call is judged again when the mode in the store has changed since', async () => {
  const { record, sessions, connectionModes, id, trail } = await open();
  await sessions.switchMode(id, { mode: 'ask' });
  const recording = record();
  expect(recording).toBeInstanceOf(Promise);
  await recording;
  expect(connectionModes.modeOf('c1')).toBe('ask');
  expect(await trail()).toHaveLength(1);
});

test('a call is judged again without a mode when its task is over', async () => {
  const { record, sessions, connectionModes, id, trail } = await open();
  await sessions.complete(id, { status: 'completed' });
  const recording = record();
  expect(recording).toBeInstanceOf(Promise);
  await recording;
  expect(connectionModes.modeOf('c1')).toBeUndefined();
  expect(await trail()).toHaveLength(1);
});

test('a call waits for one look at the parent task where modes ask about tasks', async () => {
  const { record, connectionModes, looks, trail } = await open(undefined, { parent: true });
  await record();
  expect(looks()).toBe(1);
  expect(connectionModes.taskOf('c1')).toMatchObject({ depth: 1, parentMode: 'docs' });
  expect(await trail()).toHaveLength(1);
});

test('each call has its own line in the trail, whatever the previous call was', async () => {
  const { record, trail } = await open();
  const by = { layer: 'project', pointer: '/b' } as const;
  const refused = { allowed: false, code: 'TOOL_WITHHELD', kind: 'state', reason: 'Not yet.' } as const;
  const all: readonly Partial<DecisionRecord>[] = [
    {},
    {},
    { server: 'beta' },
    { server: 'beta', subject: 'other' },
    { tool: 'access_mcp_resource', subject: 'file:///a' },
    { decision: { allowed: true, by } as DecisionRecord['decision'] },
    { decision: refused },
    { decision: { ...refused, reason: 'Still not.' } },
    {},
  ];
  for (const changes of all) await record(changes);
  const lines = (await trail()).map(({ allowed, reason, rule, detail }) => [
    allowed,
    reason,
    (rule as { readonly pointer: string } | null)?.pointer,
    Object.values(detail as object).join(' '),
  ]);
  expect(lines).toEqual([
    [true, undefined, '/a', 'alpha echo'],
    [true, undefined, '/a', 'alpha echo'],
    [true, undefined, '/a', 'beta echo'],
    [true, undefined, '/a', 'beta other'],
    [true, undefined, '/a', 'alpha file:///a'],
    [true, undefined, '/b', 'alpha echo'],
    [false, 'Not yet.', undefined, 'alpha echo'],
    [false, 'Still not.', undefined, 'alpha echo'],
    [true, undefined, '/a', 'alpha echo'],
  ]);
});
