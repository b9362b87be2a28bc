import { isPartial } from '@modegate/ipc-bridge';
import { clineAsks, clineSays, ipcMessageSchema, taskEventSchema } from '@roo-code/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { eventPayloads } from '../../src/messages/event-payloads.ts';
import { readMessage } from '../../src/messages/read-message.ts';
import { arbitraryOfSchema, type OfficialSchema } from '../support/arbitrary-of-schema.ts';
import { wireEvent, wireMessage } from '../support/sample-events.ts';

const usage = { totalTokensIn: 1, totalTokensOut: 2, totalCost: 0.5, contextTokens: 3 };
const toolUsage = { read_file: { attempts: 2, failures: 1 } };
const overWire = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('an Ack', () => {
  test('an Ack contains the client id and the process id of the agent', () => {
    const raw = { type: 'Ack', origin: 'server', data: { clientId: 'ab12', pid: 7, ppid: 6 } };
    expect(readMessage(raw)).toEqual({ kind: 'ack', clientId: 'ab12', pid: 7, ppid: 6, raw });
  });

  test('an Ack in fork also contains the version', () => {
    const raw = { type: 'Ack', origin: 'server', data: { clientId: 'a', pid: 1, ppid: 1, serverVersion: '3.14.3' } };
    expect(readMessage(raw)).toMatchObject({ serverVersion: '3.14.3' });
  });

  test('an Ack is valid without numbers, but not without a client id', () => {
    expect(readMessage({ type: 'Ack', data: { clientId: 'a', pid: 'x' } })).not.toHaveProperty('pid');
    expect(readMessage({ type: 'Ack', data: { pid: 1 } })).toMatchObject({ kind: 'unknown' });
    expect(readMessage({ type: 'Ack' })).toMatchObject({ kind: 'unknown', reason: 'is an Ack without data' });
  });
});

describe('the events of the official schemas', () => {
  test('all events of the official schemas pass as known', () => {
    const arbitrary = arbitraryOfSchema(taskEventSchema as unknown as OfficialSchema);
    fc.assert(
      fc.property(arbitrary, (data) => {
        const frame = overWire({ type: 'TaskEvent', origin: 'server', data });
        // Null stands where the schema has undefined inside an array; such values are not of the wire.
        fc.pre(ipcMessageSchema.safeParse(frame).success);
        expect(readMessage(frame)).toMatchObject({ kind: 'event', event: { known: true } });
      }),
      { numRuns: 1000 },
    );
  });

  const official = [...taskEventSchema.options.values()].map((option) => ({
    name: String(option.shape.eventName.value),
    schema: option.shape.payload as unknown as OfficialSchema,
  }));
  test.each(official)('the official event $name passes as known', ({ name, schema }) => {
    fc.assert(
      fc.property(arbitraryOfSchema(schema), (payload) => {
        const event = wireEvent(name, payload);
        expect(event).toMatchObject({ eventName: name, known: true });
        expect(event.raw).toEqual(overWire({ eventName: name, payload }));
      }),
      { numRuns: 50 },
    );
  });

  test('the event table contains all official events, with every ask and say', () => {
    expect(Object.keys(eventPayloads)).toEqual(expect.arrayContaining(official.map(({ name }) => name)));
    for (const ask of clineAsks) expect(wireMessage('t', { ts: 1, type: 'ask', ask, say: undefined }).known).toBe(true);
    for (const say of clineSays) expect(wireMessage('t', { ts: 1, say }).known).toBe(true);
  });
});

describe('the events of the other dialects and of older versions', () => {
  const samples: readonly (readonly [string, unknown])[] = [
    ['taskCompleted', ['t', usage, toolUsage]],
    ['taskCompleted', ['t', usage, {}, { isSubtask: true }]],
    ['taskTokenUsageUpdated', ['t', usage]],
    ['taskToolFailed', ['t', 'mcp--server--tool', 'no such thing']],
    ['commandResponse', [{ commandName: 'IsReady', requestId: 'r', payload: false }]],
    ['commandResponse', [{ commandName: 'GetTokenUsage', requestId: '' }]],
    ['taskStartResponse', [{ requestId: 'r', success: true, taskId: 't' }]],
    [
      'taskStartResponse',
      [
        {
          requestId: 'r',
          success: false,
          errorCode: 'task_start_failed',
          errorMessage: 'Task start failed',
          stage: 'settings',
        },
      ],
    ],
    ['taskUserMessage', ['t']],
    ['modeChanged', ['code']],
    ['providerProfileChanged', [{ name: 'default', provider: 'anthropic' }]],
    ['headlessAsk', [{ taskId: 't', rootTaskId: 't', askId: 'a', ask: 'tool' }]],
    ['headlessTerminalFailure', [{ taskId: 't', rootTaskId: 't', code: 'c', message: 'm' }]],
    ['headlessTaskResult', [{ rootTaskId: 't', currentTaskId: 'u', outcome: 'completed', resumable: false }]],
  ];
  test.each(samples)('the event %s of another dialect passes as known', (eventName, payload) => {
    expect(wireEvent(eventName, payload)).toMatchObject({ known: true, payload });
  });

  test('evalPass has no payload at all', () => {
    expect(wireEvent('evalPass')).toMatchObject({ known: true, payload: undefined, taskId: undefined });
  });
});

describe('unknown messages', () => {
  test.each([
    ['an event', 'workspaceInfo', [{ fsPath: '/p' }]],
    ['an event called like a member of every object', 'constructor', []],
    ['another payload', 'taskCreated', [7]],
    ['a longer tuple', 'taskCreated', ['t', 'more']],
    [
      'a field',
      'message',
      [{ taskId: 't', action: 'created', message: { ts: 1, type: 'say', say: 'text', extra: 1 } }],
    ],
    ['a say', 'message', [{ taskId: 't', action: 'created', message: { ts: 1, type: 'say', say: 'song' } }]],
    ['an ask', 'message', [{ taskId: 't', action: 'created', message: { ts: 1, type: 'ask', ask: 'favour' } }]],
  ])('an event with %s unknown passes unchanged and marked as unknown', (_, eventName, payload) => {
    expect(wireEvent(eventName, payload)).toMatchObject({ eventName, payload, known: false });
  });

  test('a message with an unknown say still belongs to its task', () => {
    const event = wireMessage('t', { ts: 5, say: 'song', text: 'la', partial: true });
    expect(event.message).toMatchObject({ taskId: 't', ts: 5, say: 'song', text: 'la', stream: 'open' });
  });

  test.each([
    [undefined],
    [null],
    [[]],
    ['TaskEvent'],
    [{}],
    [{ type: 'constructor' }],
    [{ type: 'Connect' }],
    [{ type: 'TaskEvent' }],
    [{ type: 'TaskEvent', data: {} }],
    [{ type: 'TaskEvent', data: { eventName: 1 } }],
    [{ type: 'TaskCommand', data: null }],
    [{ type: 'TaskCommand', data: { commandName: 1 } }],
  ])('readMessage rejects %j with a reason', (raw) => {
    expect(readMessage(raw)).toEqual({ kind: 'unknown', raw, reason: expect.stringMatching(/^(is|has) /) });
  });

  test('readMessage does not throw for any JSON value', () => {
    const part = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom('TaskEvent', 'TaskCommand', 'Ack', 'message', 'commandResponse'),
    );
    const envelope = fc.record(
      { type: part, origin: part, clientId: part, data: fc.oneof(part, fc.record({ eventName: part, payload: part })) },
      { requiredKeys: [], noNullPrototype: true },
    );
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), envelope), (value) => {
        const message = readMessage(value);
        expect(['ack', 'event', 'command', 'unknown']).toContain(message.kind);
      }),
      { numRuns: 2000 },
    );
  });

  test('readMessage does not throw for a value nested deeper than the call stack allows', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
    expect(readMessage(deep)).toMatchObject({ kind: 'unknown' });
    for (const eventName of Object.keys(eventPayloads)) {
      expect(readMessage({ type: 'TaskEvent', data: { eventName, payload: deep } })).toMatchObject({ kind: 'event' });
    }
  });
});

describe('the task of an event', () => {
  test.each([
    ['taskCreated', ['t'], 't'],
    ['taskSpawned', ['parent', 'child'], 'parent'],
    ['queuedMessagesUpdated', ['t', []], 't'],
    ['message', [{ taskId: 't', action: 'created', message: { ts: 1, type: 'say' } }], 't'],
    ['taskStartResponse', [{ requestId: 'r', success: true, taskId: 't' }], 't'],
    ['headlessTaskResult', [{ rootTaskId: 'r', currentTaskId: 't', outcome: 'failed', resumable: true }], 't'],
    ['modeChanged', ['code'], undefined],
    ['commandResponse', [{ commandName: 'Log', requestId: 'r' }], undefined],
    ['taskCreated', [7], undefined],
  ])('the event %s with payload %j belongs to task %s', (eventName, payload, taskId) => {
    expect(wireEvent(eventName, payload).taskId).toBe(taskId);
  });

  test("the task of an event is never the number next to the payload, which is a row of the evals' data", () => {
    const raw = { type: 'TaskEvent', data: { eventName: 'evalPass', taskId: 12 } };
    expect(readMessage(raw)).toMatchObject({ event: { taskId: undefined } });
  });
});

describe('the field partial', () => {
  test.each([
    [true, 'open'],
    [false, 'closed'],
    [undefined, 'none'],
    [null, 'none'],
    ['true', 'none'],
  ])('partial %j means the stream state %s', (partial, stream) => {
    const event = wireMessage('t', { ts: 1, partial });
    expect(event.message?.stream).toBe(stream);
    expect(isPartial(event)).toBe(stream === 'open');
  });

  test('partial null is a known value: Roo Code drops such a message, this package keeps it', () => {
    expect(wireMessage('t', { ts: 1, partial: null }).known).toBe(true);
  });
});

describe('a TaskCommand', () => {
  test('a server reads a TaskCommand with the request id from either place', () => {
    const command = (data: object) => readMessage({ type: 'TaskCommand', origin: 'client', clientId: 'c', data });
    expect(command({ commandName: 'GetModes', requestId: 'r1' })).toMatchObject({
      kind: 'command',
      clientId: 'c',
      name: 'GetModes',
      data: undefined,
      requestId: 'r1',
      known: true,
    });
    expect(command({ commandName: 'StartNewTask', data: { requestId: 'r2' } })).toMatchObject({ requestId: 'r2' });
    expect(command({ commandName: 'toString' })).toMatchObject({
      name: 'toString',
      known: false,
      requestId: undefined,
    });
  });

  test('a TaskCommand may come from a client that has no id yet', () => {
    expect(readMessage({ type: 'TaskCommand', data: { commandName: 'IsReady' } })).toMatchObject({
      clientId: undefined,
    });
  });
});
