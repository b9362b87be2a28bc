/** Writes sessions into PostgreSQL until it is killed: `postgres-writer.ts <connection string> <name>`. Its clock is set back while it works. */
import { setTimeout as pause } from 'node:timers/promises';
import { openPostgresStore } from '@modegate/session-store/postgres';
import { writeForever } from './write-forever.ts';

const [, , connectionString = '', name = ''] = process.argv;
const open = () => openPostgresStore({ connectionString, maxConnections: 4 });
let store = await open().catch(() => undefined);
// The server may be the one that was killed.
for (; store === undefined; store = await open().catch(() => undefined)) await pause(50);
const setBackAt = Date.now() + Math.random() * 300;
const halfAnHour = 30 * 60_000;
await writeForever(store, name, () => (Date.now() < setBackAt ? Date.now() : Date.now() - halfAnHour));
