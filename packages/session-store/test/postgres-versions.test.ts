import { isSessionError } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { migrate } from '../src/postgres/pool/migrate.ts';

test('a PostgreSQL server that is too old is refused before anything is written', async () => {
  const statements: string[] = [];
  const client = {
    query: async (statement: string) => {
      statements.push(statement);
      return { rows: [{ number: 130_014, name: '13.14' }] };
    },
    release: () => undefined,
  };
  const pool = { ...client, connect: async () => client };
  const opened = { pool: pool as never, name: 'modegate', schema: '"modegate"', place: 'PostgreSQL at db/modegate' };
  const error: unknown = await migrate(opened).catch((thrown: unknown) => thrown);
  expect(isSessionError(error, 'STORE_UNSUITABLE')).toBe(true);
  expect(String(error)).toMatch(/the server is PostgreSQL 13\.14, but version 14 or later is required/);
  expect(statements).toHaveLength(1);
});
