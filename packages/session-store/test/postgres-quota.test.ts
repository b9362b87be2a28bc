import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { createAnnouncer } from '../src/postgres/announcement.ts';
import { explained } from '../src/postgres/pool/postgres-errors.ts';
import { createPostgresOperations } from '../src/postgres/store-operations.ts';
import { columnsOf } from '../src/sql/session-row.ts';
import { sampleHead, sampleKeep } from '../src/testing/sample-head.ts';

/** A store that is too full after every write, where making room fails; and the statements that it was sent. */
function fullStore(failure: Error) {
  const statements: string[] = [];
  const row = { ...columnsOf(sampleHead('ses_a')), open: 1, ended: 0, open_bytes: 9, bytes: 1e12 };
  const pool = {
    query: async ({ text }: { readonly text: string }) => {
      statements.push(text);
      return { rows: [row] };
    },
    connect: async () => {
      throw failure;
    },
  };
  const opened = { pool: pool as unknown as Pool, name: 'full', schema: '"full"', place: 'here' };
  return { store: explained(createPostgresOperations(opened, createAnnouncer('full', 'me')), 'here'), statements };
}

const append = { keep: sampleKeep, messages: [{ role: 'user', text: 'once', at: 1 }] } as const;

test('a completed write is not repeated if making room afterwards loses against others', async () => {
  const { store, statements } = fullStore(Object.assign(new Error('deadlock detected'), { code: '40P01' }));
  expect(await store.touch('ses_a', { at: 1, expiresAt: 2 }, append)).toMatchObject({ id: 'ses_a' });
  expect(await store.replace(sampleHead('ses_a'), { version: 1 }, append)).toBe(true);
  expect(statements).toHaveLength(2);
});

test('any other failure to make room is reported', async () => {
  const { store, statements } = fullStore(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  await expect(store.touch('ses_a', { at: 1, expiresAt: 2 }, append)).rejects.toMatchObject({
    code: 'STORE_UNAVAILABLE',
  });
  expect(statements).toHaveLength(1);
});

test('stored lines of a trail are not reported as failed, since they would be written again', async () => {
  const { store, statements } = fullStore(Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }));
  const lines = { keep: sampleKeep, decisions: [{ tool: 'read_file', allowed: true, at: 1 }] };
  expect(await store.touch('ses_a', { at: 1, expiresAt: 2 }, lines)).toMatchObject({ id: 'ses_a' });
  expect(statements).toHaveLength(1);
});
