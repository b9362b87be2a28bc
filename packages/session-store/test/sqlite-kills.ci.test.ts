import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { expect, test } from 'vitest';

const kills = Number(process.env.MODEGATE_KILLS ?? 20);
const writer = join(import.meta.dirname, 'support/sqlite-writer.ts');

interface Acknowledged {
  readonly id: string;
  readonly messages: number;
  readonly mode: string;
  readonly state?: string;
}

test(`of two processes that write one file, ${kills} of each are killed at any moment: nothing acknowledged is lost`, {
  timeout: 30_000 + kills * 5_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'mg-kills-'));
  const file = join(folder, 'sessions.db');
  const latest = new Map<string, Acknowledged>();
  for (let round = 0; round < kills; round++) {
    const lines = await Promise.all([writeAndKill(file, `a${round}`), writeAndKill(file, `b${round}`)]);
    for (const write of lines.flat()) latest.set(write.id, write);
  }
  expect(latest.size).toBeGreaterThan(kills);
  const store = openSqliteStore(file);
  for (const { id, messages, mode, state } of latest.values()) {
    const task = (await store.get(id))?.task;
    // The one write that was under way may be there as well.
    expect([messages, messages + 1]).toContain(task?.messages.length);
    expect(task?.messages.map(({ text }) => text.split(' ').at(-1))).toEqual(
      task?.messages.map((_, at) => `${at + 1}`),
    );
    expect(task?.switches.length).toBeGreaterThanOrEqual(mode === 'start' ? 0 : Number(mode.slice(5)));
    if (state !== undefined) expect(task?.state).toBe(state);
  }
  store.close();
  expect(totalsProblem(file)).toEqual({ open: 0, ended: 0, bytes: 0 });
  rmSync(folder, { recursive: true });
});

async function writeAndKill(file: string, name: string): Promise<readonly Acknowledged[]> {
  const child = spawn(process.execPath, ['--conditions=@modegate/source', writer, file, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (text === '') setTimeout(() => child.kill('SIGKILL'), Math.random() * 300);
    text += chunk;
  });
  await once(child, 'close');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line));
}

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
      FROM totals`)
    .get();
  database.close();
  return { ...difference };
}
