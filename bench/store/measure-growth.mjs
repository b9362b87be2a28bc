import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { startPostgres } from '../../packages/session-store/test/support/postgres-server.ts';
import { modesFile } from '../check/world.mjs';
import { startModesServer } from '../serve/contestants.mjs';
import { openClient } from '../serve/http-client.mjs';
import { modesServerPath, withEmptyPlaces } from '../server/contestants.mjs';
import { callTool, initialize, startServer } from '../server/json-rpc-driver.mjs';
import { median } from '../support/statistics.mjs';
import { formatMs, formatTable } from '../support/table.mjs';

const holder = fileURLToPath(new URL('hold-sessions.mjs', import.meta.url));

/**
 * What stored sessions take: memory of a process that holds or has opened them, what is stored, the start of a server over it, and one sweep after
 * all have expired, with the processor time of the sweeping process.
 */
export async function measureStoredSessions({ quick }) {
  const counts = quick ? [0, 1_000, 10_000] : [0, 1_000, 10_000, 100_000];
  const place = mkdtempSync(join(tmpdir(), 'modegate-bench-held-'));
  const database = await startPostgres();
  const failures = [];
  const rows = [];
  const times = quick ? 2 : 7;
  try {
    for (const count of counts) rows.push(rowOf('memory', count, holdAndSweep('memory', count, undefined, failures)));
    for (const count of counts) {
      const storage = join(place, String(count));
      mkdirSync(storage);
      const file = join(storage, 'sessions.db');
      hold(['sqlite', String(count), file, 'seed']);
      const stored = statSync(file).size;
      const startMs = await startOver(['--session-storage', storage], times);
      rows.push(rowOf('SQLite', count, { stored, startMs, ...holdAndSweep('sqlite', count, file, failures) }));
    }
    for (const count of counts) {
      const url = await newDatabase(database, `held_${count}`);
      hold(['postgres', String(count), url, 'seed']);
      const stored = await sizeOf(url);
      const startMs = await startOver(['--database', url], times);
      rows.push(rowOf('PostgreSQL', count, { stored, startMs, ...holdAndSweep('postgres', count, url, failures) }));
    }
  } finally {
    rmSync(place, { recursive: true, force: true });
    await database.close();
  }
  const columns = [
    'store',
    'sessions',
    'heap',
    'process',
    'stored',
    'opened in',
    'server answers in',
    'swept in',
    'CPU',
  ];
  return { title: 'store: sessions held, of 5 messages and 5 decisions', table: formatTable(columns, rows), failures };
}

function holdAndSweep(kind, count, where, failures) {
  // PostgreSQL announces each removal, one commit after the other; ten thousand tell enough.
  const isSwept = kind !== 'postgres' || count <= 10_000;
  const held = hold([kind, String(count), where ?? '-', ...(isSwept ? ['sweep'] : [])]);
  if (held.held !== count || held.found !== Math.min(1_000, count * 1_000) || (isSwept && held.expired !== count))
    failures.push(`${kind} held ${held.held}, read ${held.found} and swept ${held.expired} of ${count} sessions`);
  return held;
}

function rowOf(title, count, { heapUsed, rss, stored, openMs, startMs, sweepMs, sweepCpuMs }) {
  return [
    title,
    String(count),
    formatMiB(heapUsed),
    formatMiB(rss),
    stored === undefined ? '-' : formatMiB(stored),
    stored === undefined ? '-' : formatMs(openMs),
    startMs === undefined ? '-' : formatMs(startMs),
    sweepMs === undefined ? '-' : formatMs(sweepMs),
    sweepMs === undefined ? '-' : formatMs(sweepCpuMs),
  ];
}

function hold(parameters) {
  return JSON.parse(execFileSync(process.execPath, ['--expose-gc', holder, ...parameters], { encoding: 'utf8' }));
}

async function newDatabase({ connectionString }, name) {
  await query(connectionString, `CREATE DATABASE ${name}`);
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

async function sizeOf(connectionString) {
  return Number((await query(connectionString, 'SELECT pg_database_size(current_database()) AS bytes'))[0].bytes);
}

async function query(connectionString, text) {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** From spawn to the answer to `initialize` of a server over these sessions. */
async function startOver(parameters, times) {
  return withEmptyPlaces(async ({ emptyProject, env }) => {
    const samples = [];
    for (let time = 0; time < times; time++) {
      const server = startServer(modesServerPath, { cwd: emptyProject, env, args: parameters });
      await initialize(server);
      samples.push(performance.now() - server.startedAt);
      await server.stop();
    }
    return median(samples);
  });
}

/** What one more mode, principal and session costs a server: its memory with a few and with many of them. */
export async function measureGrowth({ quick }) {
  const failures = [];
  const series = [
    { what: 'mode', counts: [10, quick ? 100 : 1_000], measure: withModes },
    { what: 'principal with a session of MCP', counts: [10, quick ? 100 : 900], measure: withPrincipals },
    { what: 'session in memory', counts: [100, quick ? 1_000 : 10_000], measure: withSessions },
  ];
  const rows = [];
  for (const { what, counts, measure } of series) {
    const [few, many] = [await measure(counts[0], failures), await measure(counts[1], failures)];
    const more = counts[1] - counts[0];
    const each = (few_, many_) => (many_ - few_) / more;
    rows.push([
      what,
      counts.join(' → '),
      `${formatMiB(few.bytes)} → ${formatMiB(many.bytes)}`,
      `${(each(few.bytes, many.bytes) / 1_024).toFixed(1)} KiB`,
      `${formatMs(few.startMs)} → ${formatMs(many.startMs)}`,
      formatMs(each(few.startMs, many.startMs)),
    ]);
  }
  const columns = ['one more', 'from → to', 'memory of the process', 'each', 'ready in', 'each'];
  return { title: 'store: growth of modes-server', table: formatTable(columns, rows), failures };
}

async function withModes(count, failures) {
  return withEmptyPlaces(async ({ emptyProject, env }) => {
    writeFileSync(join(emptyProject, '.roomodes'), modesFile(count));
    const server = startServer(modesServerPath, { cwd: emptyProject, env });
    await initialize(server);
    const { structuredContent } = await callTool(server, 'list_modes', {});
    const startMs = performance.now() - server.startedAt;
    if ((structuredContent?.modes?.length ?? 0) < count)
      failures.push(`${structuredContent?.modes?.length} of ${count} modes`);
    const bytes = memoryOf(server.pid);
    await server.stop();
    return { bytes, startMs };
  });
}

async function withPrincipals(count) {
  return withEmptyPlaces(async ({ emptyProject, env }) => {
    const state = join(env.HOME, 'state');
    mkdirSync(state);
    const tokens = Array.from({ length: count }, (_, index) => `modegate_${String(index).padStart(43, '0')}`);
    writeFileSync(join(state, 'tokens.json'), JSON.stringify({ version: 1, tokens: tokens.map(recordOf) }), {
      mode: 0o600,
    });
    const startedAt = performance.now();
    const server = await startModesServer('', ['--state-dir', state, '--max-principals', '100000'], {
      cwd: emptyProject,
      env,
    });
    const clients = [];
    for (const token of tokens) {
      const client = await openClient(server.url, { token });
      await server.prepare(client);
      clients.push(client);
    }
    const startMs = performance.now() - startedAt;
    const bytes = memoryOf(server.pid);
    for (const client of clients) client.close();
    await server.stop();
    return { bytes, startMs };
  });
}

function recordOf(token, index) {
  const sha256 = createHash('sha256').update(token).digest('hex');
  return { name: `p${index}`, modes: ['*'], sha256, created_at: '2026-11-22T00:00:00.000Z' };
}

async function withSessions(count) {
  return withEmptyPlaces(async ({ emptyProject, env }) => {
    const server = startServer(modesServerPath, {
      cwd: emptyProject,
      env,
      args: ['--max-tasks', '100000', '--log-level', 'ERROR'],
    });
    await initialize(server);
    for (let first = 0; first < count; first += 50)
      await Promise.all(
        Array.from({ length: 50 }, () =>
          callTool(server, 'create_task', { mode_slug: 'code', initial_message: 'Make the tests pass' }),
        ),
      );
    const startMs = performance.now() - server.startedAt;
    const bytes = memoryOf(server.pid);
    await server.stop();
    return { bytes, startMs };
  });
}

/** What the process has resident, in bytes; Linux says it at no cost. */
function memoryOf(pid) {
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1_024;
}

function formatMiB(bytes) {
  return `${(bytes / 1_048_576).toFixed(1)} MiB`;
}
