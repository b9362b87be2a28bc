import { median, quantile } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { findQuickstart, modesServerPath, withEmptyPlaces } from './contestants.mjs';
import { initialize, startServer } from './json-rpc-driver.mjs';

/** From the start of the process to the answer to `initialize`, in alternating rounds with a bundled echo server of the SDK. */
export async function measureStart({ quick }) {
  return withEmptyPlaces(async ({ emptyProject, env, echoPath }) => {
    const quickstart = findQuickstart();
    const contestants = [
      { title: 'SDK echo server, bundled', script: echoPath, cwd: emptyProject },
      { title: 'modes-server, empty project', script: modesServerPath, cwd: emptyProject },
      ...(quickstart === undefined
        ? []
        : [{ title: 'modes-server, quickstart', script: modesServerPath, cwd: quickstart }]),
    ].map((contestant) => ({ ...contestant, startMs: [] }));
    for (let round = 0; round <= (quick ? 5 : 25); round++) {
      for (let turn = 0; turn < contestants.length; turn++) {
        const contestant = contestants[(turn + round) % contestants.length];
        const startMs = await startOnce(contestant, env);
        // The first round fills the machine's file cache.
        if (round > 0) contestant.startMs.push(startMs);
      }
    }
    return { title: 'start: spawn to first response', failures: [], ...report(contestants) };
  });
}

async function startOnce({ script, cwd }, env) {
  const server = startServer(script, { cwd, env });
  try {
    await initialize(server);
    return performance.now() - server.startedAt;
  } finally {
    await server.stop();
  }
}

function report(contestants) {
  const [echo] = contestants;
  const rows = contestants.map(({ title, startMs }) => ({
    server: title,
    startMs: median(startMs),
    p90Ms: quantile(startMs, 0.9),
    ofEcho: median(startMs.map((value, round) => value / echo.startMs[round])),
  }));
  const table = formatTable(
    ['server', 'median', 'p90', 'of echo'],
    rows.map((row) => [row.server, formatMs(row.startMs), formatMs(row.p90Ms), formatRatio(row.ofEcho)]),
  );
  return { table, rows };
}
