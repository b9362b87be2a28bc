import {
  type AgentEvent,
  type BufferedEvent,
  createEventBuffer,
  type Dialect,
  type EventBuffer,
  type EventBufferOptions,
  isPartial,
} from '@modegate/ipc-bridge';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wireEvent, wireMessage } from '../support/sample-events.ts';

function openBuffer(options: Partial<EventBufferOptions> & { readonly speaks?: Dialect } = {}) {
  const { speaks = 'official', ...bounds } = options;
  const buffer = createEventBuffer({ dialect: () => speaks, ...bounds });
  const push = (...events: readonly AgentEvent[]) => {
    for (const event of events) buffer.push(event, buffer.lastSeq);
  };
  return { buffer, push };
}

const all = { limit: 1000 };
const textsOf = (events: readonly BufferedEvent[]) => events.map(({ event }) => event.message?.text);
const piece = (ts: number, text: string, partial?: boolean) => wireMessage('t', { ts, text, partial });

describe('the two queues', () => {
  test('messages wait in one queue and other events in the other, with one shared count', () => {
    const { buffer, push } = openBuffer();
    push(wireEvent('taskCreated', ['t']), piece(1, 'hello'), wireEvent('taskStarted', ['t']));
    expect(buffer.take('ai', all).events).toMatchObject([{ seq: 2, event: { taskId: 't' } }]);
    expect(buffer.take('other', all).events.map(({ seq }) => seq)).toEqual([1, 3]);
    expect(buffer.take('other', all)).toMatchObject({ events: [], remaining: 0 });
  });

  test('take returns the oldest events first, or those of the given task', () => {
    const { buffer, push } = openBuffer();
    push(wireMessage('a', { ts: 1 }), wireMessage('b', { ts: 1 }), wireMessage('a', { ts: 2 }));
    expect(buffer.take('ai', { limit: 1, taskId: 'b' })).toMatchObject({ events: [{ seq: 2 }], remaining: 0 });
    expect(buffer.take('ai', { limit: 1 })).toMatchObject({ events: [{ seq: 1 }], remaining: 1 });
  });

  test('take stops once the events taken are large enough', () => {
    const { buffer, push } = openBuffer();
    push(piece(1, 'x'.repeat(1000)), piece(2, 'y'), piece(3, 'z'));
    const { events, remaining } = buffer.take('ai', { ...all, maxBytes: 2000 });
    expect([events.length, remaining]).toEqual([1, 2]);
    expect(events[0]?.bytes).toBeGreaterThan(2000);
    expect(buffer.take('ai', { ...all, maxBytes: 2000 }).events).toHaveLength(2);
  });

  test('a wait ends with the next event of the task, or immediately if one is queued', async () => {
    const { buffer, push } = openBuffer();
    let over = false;
    const wait = buffer.waitFor('ai', { taskId: 'b' }).then(() => {
      over = true;
    });
    push(wireMessage('a', { ts: 1 }));
    await Promise.resolve();
    expect(over).toBe(false);
    push(wireMessage('b', { ts: 1 }));
    await wait;
    await buffer.waitFor('ai');
    await expect(buffer.waitFor('other', { signal: AbortSignal.abort(new Error('no time')) })).rejects.toThrow(
      'no time',
    );
  });

  test('taken events can be read again, and the result says if any are missing', () => {
    const { buffer, push } = openBuffer({ maxTakenEvents: 2 });
    push(piece(1, 'a'), piece(2, 'b'), piece(3, 'c'));
    buffer.take('ai', all);
    expect(buffer.read('ai', { after: 1, limit: 1 })).toMatchObject({
      events: [{ seq: 2 }],
      complete: true,
      remaining: 1,
    });
    expect(buffer.read('ai', { after: 0, limit: 9 })).toMatchObject({ complete: false, remaining: 0 });
  });
});

describe('pieces of a message', () => {
  test('a message piece replaces the previous one where each repeats the whole text', () => {
    const { buffer, push } = openBuffer();
    push(piece(1, 'H', true), piece(1, 'He', true), piece(1, 'Hey', false));
    expect(buffer.take('ai', all).events).toMatchObject([
      { seq: 3, coalesced: 2, event: { message: { text: 'Hey' } } },
    ]);
    expect(buffer.counters.ai).toMatchObject({ pushed: 3, taken: 1, coalesced: 2 });
  });

  test('fork message pieces are all kept, because each contains only the new text', () => {
    const { buffer, push } = openBuffer({ speaks: 'fork' });
    push(piece(1, 'H', true), piece(1, 'ey', false));
    expect(textsOf(buffer.take('ai', all).events)).toEqual(['H', 'ey']);
  });

  test.each([
    ['a later message of the task', (buffer: EventBuffer) => buffer.push(piece(2, 'next'), 0)],
    ['the end of the task', (buffer: EventBuffer) => buffer.push(wireEvent('taskAborted', ['t']), 0)],
    ['the end of the connection', (buffer: EventBuffer) => buffer.pushSynthetic({ status: 'disconnected' }, 0)],
  ])('the buffer closes an open message after %s', (_what, end) => {
    const { buffer, push } = openBuffer();
    push(piece(1, 'half', true));
    buffer.take('ai', all);
    end(buffer);
    const [ending] = buffer.take('ai', all).events;
    expect(ending).toMatchObject({ synthetic: true, event: { message: { ts: 1, text: 'half', stream: 'closed' } } });
    expect(ending && isPartial(ending.event)).toBe(false);
  });

  test('an open message is closed only once, unless the connection ended in between', () => {
    const { buffer, push } = openBuffer();
    push(piece(1, 'half', true), piece(2, 'next'), piece(1, 'more', true), piece(3, 'last'));
    expect(textsOf(buffer.take('ai', all).events)).toEqual(['half', 'next', 'more', 'last']);
    buffer.pushSynthetic({ status: 'disconnected' }, 0);
    buffer.take('ai', all);
    push(piece(1, 'half', true), piece(2, 'next'));
    expect(buffer.take('ai', all).events.map(({ synthetic }) => synthetic)).toEqual([true, undefined]);
  });

  test('an open message is closed only once, and without a text in fork', () => {
    const { buffer, push } = openBuffer({ speaks: 'fork' });
    push(piece(1, 'half', true), piece(2, 'next'), piece(3, 'more'));
    expect(textsOf(buffer.take('ai', all).events)).toEqual(['half', '', 'next', 'more']);
  });
});

describe('a full queue', () => {
  test('a full queue drops the oldest events first and the last event of a task only as a last resort', () => {
    const { buffer, push } = openBuffer({ maxEvents: 2 });
    push(wireEvent('taskCompleted', ['t', {}, {}]), wireEvent('taskCreated', ['u']), wireEvent('taskStarted', ['u']));
    const { events, dropped } = buffer.take('other', all);
    expect(events.map(({ event }) => event.eventName)).toEqual(['taskCompleted', 'taskStarted']);
    expect(dropped).toEqual({ count: 1, firstSeq: 2, lastSeq: 2, total: 1 });
    expect(buffer.take('other', all).dropped).toEqual({ count: 0, firstSeq: undefined, lastSeq: undefined, total: 1 });
  });

  test('a full queue counts every event and stays within its limits', () => {
    const event = fc.oneof(
      fc.record({ ts: fc.nat(4), text: fc.string(), partial: fc.constantFrom(true, false, undefined) }),
      fc.constantFrom('taskCreated', 'taskAborted', 'taskCompleted'),
    );
    const step = fc.oneof(fc.tuple(fc.constantFrom('a', 'b'), event), fc.nat(3));
    const bounds = { maxEvents: 5, maxBytes: 4000 };
    fc.assert(
      fc.property(fc.constantFrom<Dialect>('official', 'fork'), fc.array(step, { maxLength: 60 }), (speaks, steps) => {
        const { buffer, push } = openBuffer({ speaks, ...bounds });
        for (const each of steps) {
          if (typeof each === 'number') buffer.take('ai', { limit: each + 1 });
          else if (typeof each[1] === 'string') push(wireEvent(each[1], [each[0]]));
          else push(wireMessage(each[0], each[1]));
          for (const counters of [buffer.counters.ai, buffer.counters.other]) {
            const { pushed, taken, held, dropped, coalesced, heldBytes } = counters;
            expect(taken + held + dropped + coalesced).toBe(pushed);
            expect(held).toBeLessThanOrEqual(bounds.maxEvents);
            expect(heldBytes).toBeLessThanOrEqual(bounds.maxBytes);
            expect(heldBytes === 0).toBe(held === 0);
          }
        }
      }),
      { numRuns: 300 },
    );
  });
});
