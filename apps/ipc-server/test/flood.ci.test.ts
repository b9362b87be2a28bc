import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { connectOutside, type OutsideClient } from './support/outside-client.ts';
import { type RunningAgent, runAgent } from './support/served-agent.ts';

const ai = 'roo_ipc_poll_ai_messages';
const events = 100_000;
/** What the process may take at its peak: Node itself, both queues, what was taken, whole messages, and garbage. */
const maxResidentMb = 500;

describe('100,000 events and a client that polls slowly', () => {
  let agent: RunningAgent;
  let client: OutsideClient;

  beforeAll(async () => {
    agent = await runAgent({ dialect: 'fork' });
    client = await connectOutside(agent.args);
  });
  afterAll(async () => {
    await client.close();
    await agent.stop();
  });

  test('100,000 events: calls are answered, every loss is counted, key events are kept and memory is bounded', async () => {
    expect(await client.call('roo_ipc_is_ready')).toMatchObject({ connected: true });
    const flooding = flood(agent);
    let calls = 0;
    let taken = 0;
    let polledDrops = 0;
    let isOver = false;
    void flooding.then(() => {
      isOver = true;
    });
    while (!isOver) {
      const polled = await client.call(ai, { limit: 1 });
      taken += polled.events.length;
      polledDrops += polled.dropped.count;
      await client.call('roo_ipc_status');
      calls += 2;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await client.call('roo_ipc_wait_for_task', { task_id: 'flood' });
    const status = await client.call('roo_ipc_status');
    const { pushed, held, dropped, taken: counted, coalesced } = status.queues.ai;
    expect(pushed).toBe(events);
    expect(counted).toBe(taken);
    expect(held + dropped + taken + coalesced).toBe(events);
    expect(held).toBeLessThanOrEqual(10_000);

    const rest = await client.call(ai, { limit: 100_000 });
    expect(polledDrops + rest.dropped.count).toBe(dropped);
    const other = await client.call('roo_ipc_poll_other_events', { limit: 100 });
    expect(other.events.map(({ eventName }: { eventName: string }) => eventName)).toContain('taskCompleted');
    const residentMb = peakResidentMb(client.pid);
    const pushes = status.push;
    process.stderr.write(
      `${events} events: ${calls} calls meanwhile; peak memory ${residentMb ?? 'unknown'} MB; pushed ${pushes.sent}, skipped ${pushes.skipped}; dropped ${dropped}\n`,
    );
    if (residentMb !== undefined) expect(residentMb).toBeLessThan(maxResidentMb);
  });
});

/** Sends the events as fast as the server reads them. */
async function flood({ agent }: RunningAgent): Promise<void> {
  agent.emit({ eventName: 'taskCreated', payload: ['flood'] });
  for (let index = 0; index < events; index++) {
    const message = { ts: index, type: 'say', say: 'text', text: `Message ${index} ${'x'.repeat(200)}` };
    agent.emit({ eventName: 'message', payload: [{ taskId: 'flood', action: 'created', message }] });
    if (index % 500 !== 0) continue;
    await new Promise((resolve) => setImmediate(resolve));
    while (agent.server.clients.some(({ bufferedBytes }) => bufferedBytes > 1_000_000)) {
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
  agent.emit({ eventName: 'taskCompleted', payload: ['flood', {}, {}] });
  while (agent.server.clients.some(({ bufferedBytes }) => bufferedBytes > 0)) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

/** The most memory that a process has had, where the system tells. */
function peakResidentMb(pid: number): number | undefined {
  try {
    const kilobytes = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024);
  } catch {
    return undefined;
  }
}
