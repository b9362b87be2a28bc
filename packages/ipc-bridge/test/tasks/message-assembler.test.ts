import { createMessageAssembler, type MessageAssemblerOptions } from '@modegate/ipc-bridge';
import { describe, expect, test } from 'vitest';
import { wireEvent, wireMessage } from '../support/sample-events.ts';

function openAssembler(options: Partial<MessageAssemblerOptions> = {}) {
  const assembler = createMessageAssembler({ dialect: () => 'fork', ...options });
  let at = 0;
  const hear = (ts: number, text: string, partial?: boolean, taskId = 't') =>
    assembler.observe(wireMessage(taskId, { ts, text, partial }), ++at);
  return { assembler, hear };
}

describe('a message in pieces', () => {
  test('a message in pieces is complete after its last piece', () => {
    const { assembler, hear } = openAssembler();
    hear(1, 'Hel', true);
    hear(1, 'lo', true);
    expect(hear(1, '!', false)).toMatchObject({ text: 'Hello!', stream: 'closed', frames: 3, truncated: false, at: 3 });
    expect(assembler.get('t', 1)?.latest).toMatchObject({ text: '!' });
  });

  test('a last piece that repeats the whole text is taken as the complete message', () => {
    const { hear } = openAssembler();
    hear(1, 'Hel', true);
    expect(hear(1, 'Hello', true)?.text).toBe('Hello');
  });

  test('a message is the text of its frame where the dialect sends no pieces', () => {
    const { hear } = openAssembler({ dialect: () => 'official' });
    hear(1, 'Hel', true);
    expect(hear(1, 'lo', true)?.text).toBe('lo');
  });

  test('a message that is too long keeps its beginning and stays marked as truncated', () => {
    const { hear } = openAssembler({ maxTextLength: 4 });
    expect(hear(1, 'Hello', true)).toMatchObject({ text: 'Hell', truncated: true });
    expect(hear(1, '!', false)).toMatchObject({ text: 'Hell', truncated: true });
  });
});

describe('the memory of messages', () => {
  test('the assembler lists the messages of a task by timestamp and can forget a task', () => {
    const { assembler, hear } = openAssembler();
    hear(2, 'second');
    hear(1, 'first');
    hear(1, 'another task', undefined, 'u');
    expect(assembler.list('t').map(({ text }) => text)).toEqual(['first', 'second']);
    assembler.forgetTask('t');
    expect([assembler.list('t'), assembler.counters.held]).toEqual([[], 1]);
  });

  test('the assembler drops the messages that were inactive longest', () => {
    const { assembler, hear } = openAssembler({ maxMessages: 2 });
    hear(1, 'one', true);
    hear(2, 'two');
    hear(1, ' and more', false);
    hear(3, 'three');
    expect(assembler.list('t').map(({ ts }) => ts)).toEqual([1, 3]);
    expect(assembler.counters).toMatchObject({ held: 2, forgotten: 1 });
  });

  test('the assembler stays within its byte limit', () => {
    const { assembler, hear } = openAssembler({ maxBytes: 2000 });
    for (let ts = 1; ts <= 20; ts++) hear(ts, 'x'.repeat(100));
    expect(assembler.counters.heldBytes).toBeLessThanOrEqual(2000);
    expect(assembler.counters.held + assembler.counters.forgotten).toBe(20);
  });

  test('the assembler ignores events that are not messages', () => {
    const { assembler } = openAssembler();
    expect(assembler.observe(wireEvent('taskCreated', ['t']), 1)).toBeUndefined();
  });
});
