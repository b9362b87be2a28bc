import { expect, test } from 'vitest';
import { createSessionLoader } from '../src/postgres/session-loader.ts';
import { columnsOf, type HeadRow } from '../src/sql/session-row.ts';
import { sampleHead } from '../src/testing/sample-head.ts';

/** A table of heads whose statements end when they are told to. */
function table(stored: readonly string[]) {
  const statements: { readonly ids: readonly string[]; readonly end: (error?: Error) => Promise<void> }[] = [];
  const rowOf = (id: string): HeadRow =>
    id === 'ses_damaged' ? { ...columnsOf(sampleHead(id)), head: '{' } : columnsOf(sampleHead(id));
  const head = createSessionLoader(
    (ids) =>
      new Promise((resolve, reject) => {
        const end = async (error?: Error) => {
          if (error === undefined) resolve(ids.filter((id) => stored.includes(id)).map(rowOf));
          else reject(error);
          await new Promise((settled) => setImmediate(settled));
        };
        statements.push({ ids, end });
      }),
  );
  return { head, statements };
}

test('a single read starts immediately, and later requests are read together, each id once', async () => {
  const { head, statements } = table(['ses_a', 'ses_b']);
  const first = head('ses_a');
  expect(statements.map(({ ids }) => ids)).toEqual([['ses_a']]);
  const later = [head('ses_b'), head('ses_a'), head('ses_none'), head('ses_b')];
  await statements[0]?.end();
  expect(statements.map(({ ids }) => ids)).toEqual([['ses_a'], ['ses_b', 'ses_a', 'ses_none']]);
  await statements[1]?.end();
  expect(await first).toEqual(sampleHead('ses_a'));
  const [b, a, none, again] = await Promise.all(later);
  expect([b, a, none]).toEqual([sampleHead('ses_b'), sampleHead('ses_a'), undefined]);
  expect(again).toEqual(b);
  expect(again).not.toBe(b);
});

test('a read requested after a statement began is not answered by that statement', async () => {
  const stored: string[] = [];
  const { head, statements } = table(stored);
  const before = head('ses_a');
  stored.push('ses_a');
  const after = head('ses_a');
  await statements[0]?.end();
  await statements[1]?.end();
  expect(statements).toHaveLength(2);
  expect([(await before)?.id, (await after)?.id]).toEqual(['ses_a', 'ses_a']);
});

test('a failed statement fails only its own reads', async () => {
  const { head, statements } = table(['ses_a', 'ses_b']);
  const first = head('ses_a').catch((error: unknown) => String(error));
  const second = head('ses_b');
  await statements[0]?.end(new Error('broken off'));
  expect(await first).toBe('Error: broken off');
  await statements[1]?.end();
  expect((await second)?.id).toBe('ses_b');
  const third = head('ses_a');
  await statements[2]?.end();
  expect((await third)?.id).toBe('ses_a');
});

test('a damaged head fails no other read', async () => {
  const { head, statements } = table(['ses_a', 'ses_damaged', 'ses_b']);
  const reads = ['ses_a', 'ses_damaged', 'ses_b'].map((id) => head(id).catch((error: unknown) => String(error)));
  await statements[0]?.end();
  await statements[1]?.end();
  const [a, damaged, b] = await Promise.all(reads);
  expect([a, b]).toEqual([sampleHead('ses_a'), sampleHead('ses_b')]);
  expect(damaged).toMatch(/not JSON/);
});

test('one statement asks for at most 200 session ids', async () => {
  const { head, statements } = table([]);
  const reads = Array.from({ length: 502 }, (_, number) => head(`ses_${number}`));
  for (let at = 0; at < 4; at++) await statements[at]?.end();
  await Promise.all(reads);
  expect(statements.map(({ ids }) => ids.length)).toEqual([1, 200, 200, 101]);
});
