import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { modesServerPath, withEmptyPlaces } from '../server/contestants.mjs';
import { initialize, startServer } from '../server/json-rpc-driver.mjs';
import { median, quantile } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';

const counts = [0, 1, 10];

/** From the start of the process to the answer to `initialize`, with none, one and ten servers behind the gateway. */
export async function measureGatewayStart({ quick }) {
  return withEmptyPlaces(async ({ emptyProject, env, echoPath }) => {
    const contestants = counts.map((count) => {
      const file = join(env.HOME, `servers-${count}.json`);
      const names = Array.from({ length: count }, (_, index) => `echo${index}`);
      const entry = { command: process.execPath, args: [echoPath] };
      writeFileSync(file, JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, entry])) }));
      return { count, args: ['--servers', file, '--mode', 'code'], startMs: [] };
    });
    for (let round = 0; round <= (quick ? 5 : 25); round++) {
      for (let turn = 0; turn < contestants.length; turn++) {
        const contestant = contestants[(turn + round) % contestants.length];
        const startMs = await startOnce(contestant, { cwd: emptyProject, env });
        if (round > 0) contestant.startMs.push(startMs);
      }
    }
    return { title: 'gateway: spawn to the answer to initialize', failures: [], ...report(contestants) };
  });
}

async function startOnce({ args }, at) {
  const server = startServer(modesServerPath, { ...at, args });
  try {
    await initialize(server);
    return performance.now() - server.startedAt;
  } finally {
    await server.stop();
  }
}

function report(contestants) {
  const one = contestants.find(({ count }) => count === 1);
  const rows = contestants.map(({ count, startMs }) => ({
    servers: count,
    startMs: median(startMs),
    p90Ms: quantile(startMs, 0.9),
    ofOne: median(startMs.map((value, round) => value / one.startMs[round])),
  }));
  const table = formatTable(
    ['servers behind it', 'median', 'p90', 'of one'],
    rows.map((row) => [String(row.servers), formatMs(row.startMs), formatMs(row.p90Ms), formatRatio(row.ofOne)]),
  );
  return { table, rows };
}
