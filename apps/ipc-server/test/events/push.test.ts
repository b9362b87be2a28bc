import type { BufferedEvent } from '@modegate/ipc-bridge';
import { describe, expect, test } from 'vitest';
import { createPush } from '../../src/events/push.ts';
import { agentEvent, bufferedEvent } from '../support/agent-event.ts';

const buffered = (seq: number, text = 'hello'): BufferedEvent =>
  bufferedEvent(agentEvent('message', [{ text }]), seq, 5);

function openPush() {
  const sent: { readonly method: string; readonly params: object }[] = [];
  let time = 0;
  let reads = true;
  const notify = (method: string, params: object) => {
    if (reads) sent.push({ method, params });
    return reads;
  };
  const push = createPush({ notify, now: () => time });
  const wait = (ms: number) => {
    time += ms;
  };
  const setReading = (value: boolean) => {
    reads = value;
  };
  return { push, sent, wait, setReading };
}

describe('push', () => {
  test('push sends each event unabridged', () => {
    const { push, sent } = openPush();
    push.send(buffered(7));
    expect(sent).toEqual([
      {
        method: 'notifications/rooIpcEventReceived',
        params: { data: { eventName: 'message', payload: [{ text: 'hello' }] }, seq: 7, receivedAt: 5 },
      },
    ]);
  });

  test('push skips events that come faster than a client can read, and reports how many', () => {
    const { push, sent, wait } = openPush();
    for (let seq = 1; seq <= 1000; seq++) push.send(buffered(seq));
    expect(sent).toHaveLength(200);
    wait(10);
    push.send(buffered(1001));
    expect(sent.at(-1)).toMatchObject({ params: { seq: 1001, skipped: 800 } });
    expect(push.counters).toEqual({ sent: 201, skipped: 800 });
  });

  test('push skips an event that is too long for a notification', () => {
    const { push, sent } = openPush();
    push.send(buffered(1, 'x'.repeat(300_000)));
    expect(sent).toEqual([]);
    expect(push.counters).toEqual({ sent: 0, skipped: 1 });
  });

  test('push counts unread events as skipped and reports the number with the next one (servers part 2, push)', () => {
    const { push, sent, setReading } = openPush();
    push.send(buffered(1));
    setReading(false);
    for (let seq = 2; seq <= 40; seq++) push.send(buffered(seq));
    expect(push.counters).toEqual({ sent: 1, skipped: 39 });
    setReading(true);
    push.send(buffered(41));
    expect(sent.at(-1)).toMatchObject({ params: { seq: 41, skipped: 39 } });
    expect(push.counters).toEqual({ sent: 2, skipped: 39 });
  });

  test('push keeps sending when the clock goes back', () => {
    const { push, sent, wait } = openPush();
    wait(-10_000);
    push.send(buffered(1));
    expect(sent).toHaveLength(1);
  });
});
