import { join } from 'node:path';
import { startPostgres } from '../../packages/session-store/test/support/postgres-server.ts';
import { withEmptyPlaces } from '../server/contestants.mjs';
import { median, quantile } from '../support/statistics.mjs';
import { formatCount, formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { ask, cpuMsOf, learnAnswers, questions, startModesServer, startSdkServer } from './contestants.mjs';
import { openClient } from './http-client.mjs';

/**
 * `validate_tool_use` over HTTP: each client has a connection, a session and one question in flight. The servers take turns, round by round; the first
 * is the least that the SDK can be, which answers the same by heart.
 */
export async function measureHttp({ quick }) {
  const clientCounts = quick ? [1, 64] : [1, 64, 512];
  const failures = [];
  return withEmptyPlaces(async ({ emptyProject, env }) => {
    const place = { cwd: emptyProject, env };
    const servers = [];
    const database = await startPostgres();
    const rows = [];
    try {
      const memory = await startModesServer('modes-server, memory', [], place);
      servers.push(memory);
      servers.unshift(await startSdkServer(await learnAnswers(memory), place));
      servers.push(
        await startModesServer('modes-server, SQLite', ['--session-storage', join(env.HOME, 'kept')], place),
      );
      servers.push(
        await startModesServer('modes-server, PostgreSQL', ['--database', database.connectionString], place),
      );
      for (const count of clientCounts) rows.push(...(await measureCount(servers, { count, quick, failures })));
    } finally {
      for (const { stop } of servers) await stop();
      await database.close();
    }
    const columns = ['server', 'clients', 'calls/s', 'of SDK', 'least', 'p50', 'p99', 'CPU a call', 'CPU of SDK'];
    return { title: 'serve: validate_tool_use over HTTP', table: formatTable(columns, rows), failures };
  });
}

async function measureCount(servers, { count, quick, failures }) {
  const contestants = [];
  for (const server of servers) contestants.push({ server, clients: await openClients(server, count), rounds: [] });
  const roundMs = quick ? 700 : 1_500;
  const rounds = quick ? 2 : 5;
  for (let round = 0; round <= rounds; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length];
      const result = await askAll(contestant, roundMs);
      if (result.wrong > 0)
        failures.push(`${contestant.server.title} gave ${result.wrong} wrong answers to ${count} clients`);
      if (round > 0) contestant.rounds.push(result);
    }
  for (const { clients } of contestants) for (const { client } of clients) client.close();
  const [sdk] = contestants;
  return contestants.map((contestant) => rowOf(contestant, sdk, count));
}

async function openClients(server, count) {
  const clients = [];
  for (let first = 0; first < count; first += 32)
    clients.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(32, count - first) }, async () => {
          const client = await openClient(server.url);
          return { client, sessionId: await server.prepare(client) };
        }),
      )),
    );
  return clients;
}

/** Every client asks one question after the other, for so long. */
async function askAll({ server, clients }, roundMs) {
  const latencies = [];
  let [asked, wrong] = [0, 0];
  const cpuBefore = cpuMsOf(server.pid);
  const startedAt = performance.now();
  await Promise.all(
    clients.map(async ({ client, sessionId }) => {
      while (performance.now() - startedAt < roundMs) {
        const { file_path, allowed } = questions[asked++ % questions.length];
        const sentAt = performance.now();
        const answer = await ask(client, sessionId, file_path);
        latencies.push(performance.now() - sentAt);
        if (answer.structuredContent?.allowed !== allowed) wrong++;
      }
    }),
  );
  const ms = performance.now() - startedAt;
  const cpuMs = cpuBefore === undefined ? Number.NaN : (cpuMsOf(server.pid) - cpuBefore) / asked;
  return { perSecond: (asked / ms) * 1_000, p50Ms: median(latencies), p99Ms: quantile(latencies, 0.99), cpuMs, wrong };
}

function rowOf({ server, rounds }, sdk, count) {
  const ratios = rounds.map(({ perSecond }, index) => perSecond / sdk.rounds[index].perSecond);
  const cpu = rounds.map(({ cpuMs }, index) => cpuMs / sdk.rounds[index].cpuMs);
  return [
    server.title,
    String(count),
    formatCount(median(rounds.map(({ perSecond }) => perSecond))),
    formatRatio(median(ratios)),
    formatRatio(Math.min(...ratios)),
    formatMs(median(rounds.map(({ p50Ms }) => p50Ms))),
    formatMs(median(rounds.map(({ p99Ms }) => p99Ms))),
    formatMs(median(rounds.map(({ cpuMs }) => cpuMs))),
    formatRatio(median(cpu)),
  ];
}
