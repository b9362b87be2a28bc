import { withEmptyPlaces } from '../server/contestants.mjs';
import { processMs } from '../support/processor-time.mjs';
import { median, quantile } from '../support/statistics.mjs';
import { formatCount, formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { callEcho, eras, startOnHttp, startOnStdio } from './contestants.mjs';

const inFlight = 64;
const httpClients = 16;

/** An echo over stdio in both eras: 64 calls in flight, and one at a time for its p99. */
export function measureStdio({ quick }) {
  const measure = {
    start: startOnStdio,
    perClient: inFlight,
    callsEach: quick ? 4_000 : 16_000,
    oneAtATime: quick ? 400 : 2_000,
  };
  return measureEras(`eras: an echo over stdio, ${inFlight} in flight`, measure, { quick });
}

/** The same over HTTP: each of 16 clients has a connection and one call in flight. */
export function measureHttp({ quick }) {
  const start = (title, era, place) => startOnHttp(title, era, { ...place, count: httpClients });
  const measure = { start, perClient: 1, callsEach: quick ? 1_500 : 6_000, oneAtATime: 0 };
  return measureEras(`eras: an echo over HTTP, ${httpClients} clients`, measure, { quick });
}

function measureEras(title, measure, { quick }) {
  return withEmptyPlaces(async ({ emptyProject, env }) => {
    const failures = [];
    const results = [];
    for (const { era, revision, servers } of eras) {
      const contestants = [];
      try {
        for (const server of servers)
          contestants.push({ ...(await measure.start(server, era, { cwd: emptyProject, env })), rounds: [] });
        await runRounds(contestants, era, { ...measure, rounds: quick ? 3 : 8, failures });
      } finally {
        for (const { stop } of contestants) await stop();
      }
      results.push(...contestants.map((contestant) => resultOf(contestant, contestants.slice(1), revision)));
    }
    return { title, table: tableOf(results), rows: results, failures };
  });
}

/** Alternates the contestants; the first round warms up and does not count. */
async function runRounds(contestants, era, { rounds, failures, ...load }) {
  for (let round = 0; round <= rounds; round++)
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length];
      const single = await callAll(contestant, era, { calls: load.oneAtATime, perClient: 1 });
      const many = await callAll(contestant, era, { calls: load.callsEach, perClient: load.perClient });
      const wrong = single.wrong + many.wrong;
      if (wrong > 0) failures.push(`${contestant.title} gave ${wrong} wrong answers to a ${era} client`);
      const latencies = load.oneAtATime > 0 ? single.latencies : many.latencies;
      if (round > 0) contestant.rounds.push({ ...many, p99Ms: quantile(latencies, 0.99) });
    }
}

async function callAll({ clients, pid }, era, { calls, perClient }) {
  const latencies = [];
  let [sent, wrong] = [0, 0];
  const callOn = async (client) => {
    while (sent < calls) {
      const index = sent++;
      const sentAt = performance.now();
      if (!(await callEcho(client, era, index))) wrong++;
      latencies.push(performance.now() - sentAt);
    }
  };
  const cpuBefore = processMs(pid);
  const startedAt = performance.now();
  await Promise.all(clients.flatMap((client) => Array.from({ length: perClient }, () => callOn(client))));
  const perSecond = (calls / (performance.now() - startedAt)) * 1_000;
  return { latencies, wrong, perSecond, cpuMs: (processMs(pid) - cpuBefore) / calls };
}

/** Medians over the rounds, and medians of the ratios to the better SDK of the same round. */
function resultOf({ title, rounds }, sdks, revision) {
  const ofBest = (field, best) =>
    median(rounds.map((round, index) => round[field] / best(...sdks.map((sdk) => sdk.rounds[index][field]))));
  return {
    revision,
    server: title,
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    perSecondOfBest: ofBest('perSecond', Math.max),
    p99Ms: median(rounds.map(({ p99Ms }) => p99Ms)),
    p99OfBest: ofBest('p99Ms', Math.min),
    cpuMs: median(rounds.map(({ cpuMs }) => cpuMs)),
    cpuOfBest: ofBest('cpuMs', Math.min),
  };
}

function tableOf(results) {
  const columns = ['server', 'revision', 'calls/s', 'of best SDK', 'p99', 'of best SDK', 'CPU a call', 'of best SDK'];
  const rows = results.map((row) => [
    row.server,
    row.revision,
    formatCount(row.perSecond),
    formatRatio(row.perSecondOfBest),
    formatMs(row.p99Ms),
    formatRatio(row.p99OfBest),
    formatMs(row.cpuMs),
    formatRatio(row.cpuOfBest),
  ]);
  return formatTable(columns, rows);
}
