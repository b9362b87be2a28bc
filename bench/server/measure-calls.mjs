import { median, quantile } from '../support/statistics.mjs';
import { formatCount, formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { modesServerPath, prepareEcho, prepareModesServer, withEmptyPlaces } from './contestants.mjs';
import { callTool, initialize, startServer } from './json-rpc-driver.mjs';

const inFlight = 64;

/** Latency one call at a time and throughput with 64 calls in flight: a decision of the product against the SDK's echo. */
export async function measureCalls({ quick }) {
  return withEmptyPlaces(async ({ emptyProject, env, echoPath }) => {
    const failures = [];
    const contestants = [];
    try {
      for (const [title, script, prepare] of [
        ['SDK echo server, echo', echoPath, prepareEcho],
        ['modes-server, validate_tool_use', modesServerPath, prepareModesServer],
      ]) {
        const server = startServer(script, { cwd: emptyProject, env });
        contestants.push({ title, server, p50Ms: [], p99Ms: [], perSecond: [] });
        await initialize(server);
        Object.assign(contestants.at(-1), await prepare(server));
      }
      await runRounds(contestants, { quick, failures });
    } finally {
      for (const { server } of contestants) await server.stop();
    }
    return { title: `calls: one at a time, and ${inFlight} in flight`, failures, ...report(contestants) };
  });
}

/** Alternates the contestants, round by round; the first round warms up and does not count. */
export async function runRounds(contestants, { quick, failures }) {
  const sequential = quick ? 300 : 2000;
  const pipelined = quick ? 3000 : 20_000;
  for (let round = 0; round <= (quick ? 3 : 10); round++) {
    for (let turn = 0; turn < contestants.length; turn++) {
      const contestant = contestants[(turn + round) % contestants.length];
      const latencies = await callSequentially(contestant, sequential);
      const perSecond = await callPipelined(contestant, pipelined);
      const wrong = latencies.wrong + perSecond.wrong;
      if (wrong > 0) failures.push(`${contestant.title} gave ${wrong} wrong answers`);
      if (round === 0) continue;
      contestant.p50Ms.push(median(latencies.values));
      contestant.p99Ms.push(quantile(latencies.values, 0.99));
      contestant.perSecond.push(perSecond.value);
    }
  }
}

async function callSequentially({ server, tool, calls }, count) {
  const values = [];
  let wrong = 0;
  for (let index = 0; index < count; index++) {
    const { parameters, check } = calls[index % calls.length];
    const startedAt = performance.now();
    const result = await callTool(server, tool, parameters);
    values.push(performance.now() - startedAt);
    if (!check(result)) wrong++;
  }
  return { values, wrong };
}

async function callPipelined({ server, tool, calls }, count) {
  let sent = 0;
  let wrong = 0;
  const callOn = async () => {
    while (sent < count) {
      const { parameters, check } = calls[sent++ % calls.length];
      if (!check(await callTool(server, tool, parameters))) wrong++;
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: inFlight }, callOn));
  return { value: (count / (performance.now() - startedAt)) * 1000, wrong };
}

/** Medians over the rounds, and ratios to the first contestant in the same round. */
export function report(contestants, reference = 'echo') {
  const [echo] = contestants;
  const ofEcho = (field) => (contestant) => median(contestant[field].map((value, round) => value / echo[field][round]));
  const rows = contestants.map((contestant) => ({
    server: contestant.title,
    p50Ms: median(contestant.p50Ms),
    p50OfEcho: ofEcho('p50Ms')(contestant),
    p99Ms: median(contestant.p99Ms),
    perSecond: median(contestant.perSecond),
    throughputOfEcho: ofEcho('perSecond')(contestant),
  }));
  const table = formatTable(
    ['tool', 'p50', `of ${reference}`, 'p99', 'calls/s in flight', `of ${reference}`],
    rows.map((row) => [
      row.server,
      formatMs(row.p50Ms),
      formatRatio(row.p50OfEcho),
      formatMs(row.p99Ms),
      formatCount(row.perSecond),
      formatRatio(row.throughputOfEcho),
    ]),
  );
  return { table, rows };
}
