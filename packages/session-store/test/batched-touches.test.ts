import { expect, test } from 'vitest';
import { createBatchedTouches, type TouchedRow } from '../src/postgres/batched-touches.ts';
import type { DecisionTouch } from '../src/postgres/statements/session-changes.ts';
import { columnsOf } from '../src/sql/session-row.ts';
import { sampleHead, sampleKeep } from '../src/testing/sample-head.ts';

const rowOf = (id: string): TouchedRow => ({
  ...columnsOf(sampleHead(id)),
  owner: 1,
  open: 1,
  ended: 0,
  open_bytes: 1,
  bytes: 1,
});

/** A writer whose statements end when they are told to, and some of whose sessions are held by others. */
function writer(held: readonly string[] = []) {
  const statements: { readonly ids: string; readonly end: (error?: Error) => Promise<void> }[] = [];
  const run = (ids: readonly string[], found: readonly string[]) =>
    new Promise<readonly TouchedRow[]>((resolve, reject) => {
      const end = async (error?: Error) => {
        if (error === undefined) resolve(found.map(rowOf));
        else reject(error);
        await new Promise((settled) => setImmediate(settled));
      };
      statements.push({ ids: ids.join(' '), end });
    });
  const write = createBatchedTouches({
    one: async ({ id }) => (await run([id], id === 'ses_none' ? [] : [id]))[0],
    many: (touches) => {
      const ids = touches.map(({ id }) => id);
      return run(
        ids,
        ids.filter((id) => id !== 'ses_none' && !held.includes(id)),
      );
    },
  });
  const touch = (id: string) =>
    write({ id, at: 1, expiresAt: 2, append: { keep: sampleKeep, decisions: [] } } satisfies DecisionTouch).then(
      (row) => (row === undefined ? undefined : JSON.parse(row.id)),
      String,
    );
  return { touch, statements, texts: () => statements.map(({ ids }) => ids) };
}

test('touches that arrive during a statement are written together, each session once per statement', async () => {
  const { touch, statements, texts } = writer();
  const first = touch('ses_a');
  const later = [touch('ses_a'), touch('ses_b'), touch('ses_none'), touch('ses_a')];
  expect(texts()).toEqual(['ses_a']);
  await statements[0]?.end();
  expect(texts()).toEqual(['ses_a', 'ses_a ses_b ses_none']);
  await statements[1]?.end();
  // The one that was not there is asked for alone; it may have been held.
  expect(texts().slice(2).toSorted()).toEqual(['ses_a', 'ses_none']);
  for (const { end } of statements.slice(2)) await end();
  expect([await first, ...(await Promise.all(later))]).toEqual(['ses_a', 'ses_a', 'ses_b', undefined, 'ses_a']);
});

test('a session locked by others makes no other touch wait', async () => {
  const { touch, statements, texts } = writer(['ses_held']);
  const [first, held, free] = [touch('ses_a'), touch('ses_held'), touch('ses_b')];
  await statements[0]?.end();
  await statements[1]?.end();
  expect([await first, await free]).toEqual(['ses_a', 'ses_b']);
  const next = touch('ses_c');
  expect(texts()).toEqual(['ses_a', 'ses_held ses_b', 'ses_held', 'ses_c']);
  await statements[3]?.end();
  expect(await next).toBe('ses_c');
  await statements[2]?.end();
  expect(await held).toBe('ses_held');
});

test('a failed statement fails only its own touches', async () => {
  const { touch, statements } = writer();
  const first = touch('ses_a');
  const second = touch('ses_b');
  await statements[0]?.end(new Error('broken off'));
  await statements[1]?.end();
  expect([await first, await second]).toEqual(['Error: broken off', 'ses_b']);
});
