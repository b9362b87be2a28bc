// Holds sessions and tells what that takes: `hold-sessions.mjs <memory|sqlite> <count> [file] [seed]`. Run with --expose-gc.
import { createMemoryStore } from '../../packages/session-store/dist/index.js';
import { openSqliteStore } from '../../packages/session-store/dist/sqlite/index.js';
import { idOf, insertStored } from './script.mjs';

const [kind, countText, file, task] = process.argv.slice(2);
const count = Number(countText);

const startedAt = performance.now();
const store = kind === 'memory' ? createMemoryStore() : openSqliteStore(file);
const openMs = performance.now() - startedAt;
if (kind === 'memory' || task === 'seed')
  for (let first = 0; first < count; first += 500)
    await Promise.all(
      Array.from({ length: Math.min(500, count - first) }, (_, index) => insertStored(store, first + index)),
    );
// What a server that has worked for a while holds.
let found = 0;
for (let read = 0; read < 1_000 && count > 0; read++)
  if ((await store.get(idOf((read * 7_919) % count)))?.task.messages.length === 5) found++;
globalThis.gc();
const { rss, heapUsed } = process.memoryUsage();
console.log(JSON.stringify({ openMs, rss, heapUsed, held: await store.count(), found }));
store.close?.();
