import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { expect, test } from 'vitest';
import { expectAcknowledged, kills, writeAndKill } from './support/write-and-kill.ts';
import type { Acknowledged } from './support/write-forever.ts';

test(`two processes write one file and ${kills} of each are killed: nothing acknowledged is lost`, {
  timeout: 30_000 + kills * 5_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mg-kills-'));
  const file = join(folder, 'sessions.db');
  const latest = new Map<string, Acknowledged>();
  for (let round = 0; round < kills; round++) {
    const lines = await Promise.all(
      ['a', 'b'].map((name) => writeAndKill('sqlite-writer.ts', [file, `${name}${round}`])),
    );
    for (const write of lines.flat()) latest.set(write.id, write);
  }
  expect(latest.size).toBeGreaterThan(kills);
  const store = openSqliteStore(file);
  await expectAcknowledged(store, latest.values());
  await store.close();
  expect(totalsProblem(file)).toEqual({ open: 0, ended: 0, bytes: 0 });
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

/** How far the kept totals are from what is there; and the file as a whole is sound. */
function totalsProblem(file: string): unknown {
  const database = new DatabaseSync(file);
  expect(database.prepare('PRAGMA integrity_check').get()).toEqual({ integrity_check: 'ok' });
  const difference = database
    .prepare(`
      SELECT
        open - (SELECT COUNT(*) FROM sessions WHERE ended_order IS NULL) AS open,
        ended - (SELECT COUNT(*) FROM sessions WHERE ended_order IS NOT NULL) AS ended,
        bytes - (SELECT SUM(head_bytes) FROM sessions) - (SELECT IFNULL(SUM(bytes), 0) FROM entries) AS bytes
      FROM (SELECT SUM(open) AS open, SUM(ended) AS ended, SUM(bytes) AS bytes FROM owners)`)
    .get();
  database.close();
  return { ...difference };
}
