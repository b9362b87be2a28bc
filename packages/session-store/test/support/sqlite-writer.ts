/** Writes sessions into a SQLite store until it is killed: `sqlite-writer.ts <file> <name>`. */
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { writeForever } from './write-forever.ts';

const [, , file = '', name = ''] = process.argv;
await writeForever(openSqliteStore(file), name);
