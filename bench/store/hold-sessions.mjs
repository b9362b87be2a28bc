// Holds sessions and tells what that takes: `hold-sessions.mjs <memory|sqlite|postgres> <count> [place] [seed]`. Run with --expose-gc.
import { createMemoryStore, createSessions } from '../../packages/session-store/dist/index.js';
import { openPostgresStore } from '../../packages/session-store/dist/postgres/index.js';
import { openSqliteStore } from '../../packages/session-store/dist/sqlite/index.js';
import { expiredMs, idOf, insertStored } from './script.mjs';

const [kind, countText, place, task] = process.argv.slice(2);
const count = Number(countText);

const open = {
  memory: () => createMemoryStore(),
  sqlite: () => openSqliteStore(place),
  postgres: () => openPostgresStore({ connectionString: place }),
};

const startedAt = performance.now();
const store = await open[kind]();
const openMs = performance.now() - startedAt;
if (kind === 'memory' || task === 'seed')
  for (let first = await store.count(); first < count; first += 500)
    await Promise.all(
      Array.from({ length: Math.min(500, count - first) }, (_, index) => insertStored(store, first + index)),
    );
const [held, found] = [await store.count(), await readSome()];
globalThis.gc();
const { rss, heapUsed } = process.memoryUsage();
const swept = task === 'sweep' ? await sweepAll() : {};
console.log(JSON.stringify({ openMs, rss, heapUsed, held, found, ...swept }));
await store.close?.();

/** What a server that has worked for a while has read. */
async function readSome() {
  let read = 0;
  for (let number = 0; number < 1_000 && count > 0; number++)
    if ((await store.get(idOf((number * 7_919) % count)))?.task.messages.length === 5) read++;
  return read;
}

/** One sweep after everything has expired. */
async function sweepAll() {
  const sessions = createSessions({ store, clock: () => expiredMs });
  const [cpuBefore, before] = [process.cpuUsage(), performance.now()];
  const { expired } = await sessions.sweep();
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    expired,
    sweepMs: performance.now() - before,
    sweepCpuMs: (user + system) / 1_000,
    sweepRss: process.memoryUsage().rss,
  };
}
