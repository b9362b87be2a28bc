#!/usr/bin/env node
// What a modes-server over HTTP costs, for docs/deployment.md: `node bench/sizing/run.mjs [--quick]`. Linux, after `pnpm build`.
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent } from 'node:http';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeMachine } from '../support/machine.mjs';
import { formatTable } from '../support/table.mjs';
import { openSession, openStream, startMeasuredServer } from './measured-server.mjs';

const scale = process.argv.includes('--quick') ? 0.1 : 1;
const times = (count) => Math.max(1, Math.round(count * scale));

console.log(describeMachine());
await measureMemory();
await measureModes();
await measureCalls();

/** One server for each thing, so that nothing is counted twice. */
async function measureMemory() {
  const rows = [];
  const measure = async (name, count, { fill, options }) => {
    const server = await startMeasuredServer(options);
    await fill(server, 1);
    const before = await server.memory();
    await fill(server, count);
    const after = await server.memory();
    await server.stop();
    const each = (part) => `${((after[part] - before[part]) / count / 1024).toFixed(1)} KiB`;
    rows.push([name, count.toString(), each('live'), each('rss')]);
  };
  await measure('connection without a session', times(2_000), { fill: connect });
  await measure('session', times(5_000), { fill: openSessions });
  await measure('session with an open stream', times(2_000), { fill: openStreams });
  await measure('task in memory', times(10_000), { fill: createTasks, options: { args: ['--max-tasks', '1000000'] } });
  const storage = mkdtempSync(join(tmpdir(), 'modegate-sizing-'));
  const durable = ['--max-tasks', '1000000', '--session-storage', storage];
  await measure('task in SQLite', times(10_000), { fill: createTasks, options: { args: durable } });
  rmSync(storage, { recursive: true });
  const { tokens, options } = withTokens(times(900) + 1);
  await measure('principal with a session and a connection', times(900), { fill: visit(tokens), options });
  const withGateway = { ...options, gateway: 'auto' };
  await measure('the same, with a gateway', times(900), { fill: visit(tokens), options: withGateway });
  const idle = await startMeasuredServer();
  const { rss, live } = await idle.memory();
  await idle.stop();
  rows.unshift(['the server alone', '1', `${Math.round(live / 1024)} KiB`, `${Math.round(rss / 1024)} KiB`]);
  print('Memory for each', ['', 'measured over', 'live', 'resident'], rows);
}

async function measureModes() {
  const rows = [];
  for (const count of [10, 100, 1_000]) {
    const customModes = Array.from({ length: count }, (_, index) => mode(`mode-${index}`));
    const server = await startMeasuredServer({ project: { '.roomodes': JSON.stringify({ customModes }) } });
    const session = await openSession(server);
    const msOf = await cpuOfCalls(server, session, times(4_000));
    const { live } = await server.memory();
    rows.push([String(count), `${(live / 2 ** 20).toFixed(1)} MiB`, `${(msOf * 1000).toFixed(0)} µs`]);
    await server.stop();
  }
  print('Modes', ['modes', 'live', 'CPU of a validate_tool_use'], rows);
}

/** CPU time and not the clock, so that other work on the machine counts less. */
async function measureCalls() {
  const rows = [];
  const storage = mkdtempSync(join(tmpdir(), 'modegate-sizing-'));
  const { tokens, options } = withTokens(1);
  const kinds = {
    'no credential, sessions in memory': { args: [] },
    'no credential, sessions in SQLite': { args: ['--session-storage', storage] },
    'a token': { ...options, headers: { authorization: `Bearer ${tokens[0]}` } },
  };
  for (const [name, { headers, ...given }] of Object.entries(kinds)) {
    const server = await startMeasuredServer(given);
    const session = await openSession(server, { headers });
    const ms = await cpuOfCalls(server, session, times(10_000));
    rows.push([name, `${(ms * 1000).toFixed(0)} µs`, Math.round(1000 / ms).toString()]);
    await server.stop();
  }
  rmSync(storage, { recursive: true });
  print('Calls', ['validate_tool_use', 'CPU', 'calls a second of one core'], rows);
}

/** Milliseconds of CPU that a call takes: half of the calls are not counted, they warm the server up. */
async function cpuOfCalls(server, session, count) {
  const { session_id } = await session.call('create_task', { mode_slug: 'code' });
  const question = { session_id, tool_name: 'write_to_file', file_path: 'src/a.ts' };
  const ask = () => inParallel(count, () => session.call('validate_tool_use', question));
  await ask();
  const before = server.cpuMs();
  await ask();
  return (server.cpuMs() - before) / count;
}

/** Sockets that say nothing would be ended after ten seconds; these have asked for something and stay. */
async function connect({ port }, count) {
  await inParallel(count, () => {
    const socket = createConnection({ port, host: '127.0.0.1' });
    socket.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
    return new Promise((resolve, reject) => socket.once('data', resolve).once('error', reject));
  });
}

async function openSessions(server, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  await inParallel(count, () => openSession(server, { agent }));
}

async function openStreams(server, count) {
  const agent = new Agent({ keepAlive: true, maxSockets: 32 });
  const own = new Agent();
  await inParallel(count, async () => {
    const { headers } = await openSession(server, { agent });
    await openStream(server, { agent: own, headers });
  });
}

async function createTasks(server, count) {
  const session = await openSession(server, { agent: new Agent({ keepAlive: true, maxSockets: 32 }) });
  await inParallel(count, () => session.call('create_task', { mode_slug: 'code', initial_message: 'Do the work.' }));
}

/** Each token asks once, in a session of its own. */
function visit(tokens) {
  const left = [...tokens];
  return (server, count) =>
    inParallel(count, () => openSession(server, { headers: { authorization: `Bearer ${left.pop()}` } }));
}

/** Thirty-two at a time. */
async function inParallel(count, work) {
  let started = 0;
  const worker = async () => {
    while (started < count) {
      started += 1;
      await work();
    }
  };
  await Promise.all(Array.from({ length: 32 }, worker));
}

function withTokens(count) {
  const tokens = Array.from({ length: count }, () => `modegate_${randomBytes(32).toString('base64url')}`);
  const records = tokens.map((token, index) => ({
    name: `t${index}`,
    modes: ['*'],
    sha256: createHash('sha256').update(token).digest('hex'),
    created_at: new Date().toISOString(),
  }));
  const file = 'tokens.json';
  const auth = { tokens_file: `~/${file}`, limits: { requests_per_second: 100_000, burst: 100_000 } };
  const home = {
    [file]: JSON.stringify({ version: 1, tokens: records }),
    'config.json': JSON.stringify({ auth }),
  };
  return { tokens, options: { home, args: ['--config', '~/config.json'] } };
}

function mode(slug) {
  const limit = { fileRegex: `^${slug}/.*\\.md$` };
  return { slug, name: slug, roleDefinition: `You work in ${slug}.`, groups: ['read', ['edit', limit], 'mcp'] };
}

function print(title, columns, rows) {
  console.log(`\n### ${title}\n\n${formatTable(columns, rows)}`);
}
