import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { prepareEcho, withEmptyPlaces } from '../server/contestants.mjs';
import { callTool, initialize, startServer } from '../server/json-rpc-driver.mjs';
import { median, quantile } from '../support/statistics.mjs';
import { formatMs, formatRatio, formatTable } from '../support/table.mjs';
import { messageFrame, serveRaw } from './event-stream.mjs';

const ipcServerPath = fileURLToPath(new URL('../../apps/ipc-server/dist/cli.js', import.meta.url));

/** From the moment an agent sends an event to the answer of a poll that waits for it, against a call of the SDK's echo server. */
export async function measurePoll({ quick }) {
  return withEmptyPlaces(async ({ emptyProject, env, echoPath }) => {
    const place = mkdtempSync(join(tmpdir(), 'mg-'));
    const path = join(place, 's');
    let agent;
    const stopAgent = await serveRaw(path, (socket) => {
      agent = socket;
    });
    const at = { cwd: emptyProject, env };
    const echo = startServer(echoPath, at);
    const server = startServer(ipcServerPath, {
      ...at,
      args: ['--socket', path, '--dialect', 'official', '--no-push'],
    });
    try {
      await initialize(echo);
      await initialize(server);
      await untilReady(server);
      const contestants = [
        { title: 'SDK echo server, a call', ask: await echoOnce(echo), values: [] },
        { title: 'ipc-server, event to poll result', ask: () => pollOnce(server, agent), values: [] },
      ];
      for (let round = 0; round < (quick ? 300 : 3000); round++) {
        for (const contestant of contestants) contestant.values.push(await contestant.ask());
      }
      return { title: 'ipc: from an event of the agent to the answer of a poll', failures: [], ...report(contestants) };
    } finally {
      await Promise.all([echo.stop(), server.stop()]);
      agent?.destroy();
      await stopAgent();
      rmSync(place, { recursive: true, force: true });
    }
  });
}

async function untilReady(server) {
  const until = Date.now() + 10_000;
  for (;;) {
    const { structuredContent } = await callTool(server, 'roo_ipc_is_ready', {});
    if (structuredContent?.ready === true) break;
    if (Date.now() > until) throw new Error('ipc-server never connected');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await callTool(server, 'roo_ipc_poll_ai_messages', { limit: 100 });
}

async function echoOnce(server) {
  const { tool, calls } = await prepareEcho();
  return async () => {
    const startedAt = performance.now();
    await callTool(server, tool, calls[0].parameters);
    return performance.now() - startedAt;
  };
}

let ts = 1;

/** The poll is under way before the event is sent. */
async function pollOnce(server, agent) {
  const text = `message ${++ts}`;
  const answer = callTool(server, 'roo_ipc_poll_ai_messages', { wait_ms: 5000 });
  await new Promise((resolve) => setTimeout(resolve, 1));
  const startedAt = performance.now();
  agent.write(messageFrame('task-1', ts, text));
  const { structuredContent } = await answer;
  const tookMs = performance.now() - startedAt;
  if (!JSON.stringify(structuredContent).includes(text)) throw new Error('The poll brought another event');
  return tookMs;
}

function report(contestants) {
  const [echo] = contestants;
  const rows = contestants.map(({ title, values }) => ({
    what: title,
    p50Ms: median(values),
    p99Ms: quantile(values, 0.99),
    ofEcho: median(values) / median(echo.values),
  }));
  const table = formatTable(
    ['', 'p50', 'p99', 'p50 of echo'],
    rows.map((row) => [row.what, formatMs(row.p50Ms), formatMs(row.p99Ms), formatRatio(row.ofEcho)]),
  );
  return { table, rows };
}
