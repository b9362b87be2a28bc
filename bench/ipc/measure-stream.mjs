import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { IPCModule } from 'node-ipc';
import { createEventBuffer } from '../../packages/ipc-bridge/dist/index.js';
import { connectAgent } from '../../packages/ipc-bridge/dist/node/index.js';
import { median } from '../support/statistics.mjs';
import { formatCount, formatRatio, formatTable } from '../support/table.mjs';

/** Events a second from a socket: node-ipc's own parser, and ours with its checks and the bounded buffer behind it. */
export async function measureStream({ quick }) {
  const count = quick ? 20_000 : 100_000;
  const place = mkdtempSync(join(tmpdir(), 'mg-'));
  const path = join(place, 's');
  const writer = fork(fileURLToPath(new URL('stream-writer.mjs', import.meta.url)), [path, String(count)]);
  try {
    await new Promise((resolve) => writer.once('message', resolve));
    const contestants = [
      { title: 'node-ipc 14, its own parser', receive: receiveByNodeIpc, perSecond: [] },
      {
        title: 'ipc-bridge, codec and schemas',
        receive: (at, total) => receiveByBridge(at, total, false),
        perSecond: [],
      },
      {
        title: 'ipc-bridge, event buffer and polls',
        receive: (at, total) => receiveByBridge(at, total, true),
        perSecond: [],
      },
    ];
    for (let round = 0; round <= (quick ? 3 : 10); round++) {
      for (let turn = 0; turn < contestants.length; turn++) {
        const contestant = contestants[(turn + round) % contestants.length];
        const startedAt = performance.now();
        await contestant.receive(path, count);
        if (round > 0) contestant.perSecond.push((count / (performance.now() - startedAt)) * 1000);
      }
    }
    return { title: 'ipc: events a second from one socket', failures: [], ...report(contestants) };
  } finally {
    writer.kill();
    rmSync(place, { recursive: true, force: true });
  }
}

function receiveByNodeIpc(path, count) {
  return new Promise((resolve, reject) => {
    const ipc = new IPCModule();
    Object.assign(ipc.config, { silent: true, maxRetries: 0, stopRetrying: true });
    // The first message is the acknowledgement.
    let left = count + 1;
    ipc.connectTo('agent', path, () => {
      ipc.of.agent.on('error', reject);
      ipc.of.agent.on('message', () => {
        if (--left > 0) return;
        ipc.disconnect('agent');
        resolve();
      });
    });
  });
}

async function receiveByBridge(path, count, isBuffered) {
  const client = connectAgent({ address: { kind: 'socket', path }, dialect: 'official' });
  const buffer = createEventBuffer({ dialect: () => 'official' });
  let left = count;
  let delivered = 0;
  const received = new Promise((resolve) => {
    client.onEvent((event, at) => {
      if (isBuffered) buffer.push(event, at);
      left--;
      // Whoever polls gets everything, as node-ipc's listener does.
      if (isBuffered && (left % 200 === 0 || left === 0)) delivered += takeAll(buffer);
      if (left === 0) resolve();
    });
  });
  await client.connect();
  await received;
  await client.close();
  if (isBuffered && delivered < count) throw new Error(`The buffer kept ${count - delivered} events`);
}

function takeAll(buffer) {
  return ['ai', 'other'].reduce((sum, queue) => sum + buffer.take(queue, { limit: 10_000 }).events.length, 0);
}

function report(contestants) {
  const [peer] = contestants;
  const rows = contestants.map(({ title, perSecond }) => ({
    client: title,
    perSecond: median(perSecond),
    ofPeer: median(perSecond.map((value, round) => value / peer.perSecond[round])),
  }));
  const table = formatTable(
    ['client', 'events/s', 'of node-ipc'],
    rows.map((row) => [row.client, formatCount(row.perSecond), formatRatio(row.ofPeer)]),
  );
  return { table, rows };
}
