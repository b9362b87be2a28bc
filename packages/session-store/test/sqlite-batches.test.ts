import { DatabaseSync } from 'node:sqlite';
import { afterEach, expect, test } from 'vitest';
import { createBatches } from '../src/sqlite/batches.ts';

const open: DatabaseSync[] = [];
afterEach(() => {
  for (const database of open.splice(0)) database.close();
});

/** Batches over a table of numbers, and what was executed around their steps. */
function numbers() {
  const database = new DatabaseSync(':memory:');
  open.push(database);
  database.exec('CREATE TABLE numbers (number INTEGER)');
  const executed: string[] = [];
  const seen = new Proxy(database, {
    get: (target, name) =>
      name === 'exec'
        ? (text: string) => {
            executed.push(text);
            target.exec(text);
          }
        : Reflect.get(target, name, target),
  });
  const insert = database.prepare('INSERT INTO numbers VALUES (?)');
  const count = database.prepare('SELECT COUNT(*) AS count FROM numbers');
  return {
    batches: createBatches(seen, (error) => new Error(`explained: ${(error as Error).message}`)),
    executed,
    add: (number: number) => void insert.run(number),
    count: () => Number(count.get()?.count),
  };
}

test('a single read is answered in the same turn, without a transaction', async () => {
  const { batches, executed, count } = numbers();
  let isNextTurn = false;
  setImmediate(() => {
    isNextTurn = true;
  });
  expect(await batches.readOne(count)).toBe(0);
  expect([isNextTurn, executed]).toEqual([false, []]);
});

test('later reads in the same turn share one transaction', async () => {
  const { batches, executed, count } = numbers();
  expect(await Promise.all([1, 2, 3].map(() => batches.readOne(count)))).toEqual([0, 0, 0]);
  expect(executed).toEqual(['BEGIN', 'COMMIT']);
});

test('a read sees writes requested before it, and none requested after it', async () => {
  const { batches, add, count } = numbers();
  const steps = [
    batches.readOne(count),
    batches.write(() => add(1)),
    batches.readOne(count),
    batches.write(() => add(2)),
    batches.readOne(count),
  ];
  expect(await Promise.all(steps)).toEqual([0, undefined, 1, undefined, 2]);
});

test('a failed read is explained, and the next one is read', async () => {
  const { batches, count } = numbers();
  const broken = batches.readOne(() => {
    throw new Error('broken');
  });
  await expect(broken).rejects.toThrow('explained: broken');
  expect(await batches.readOne(count)).toBe(0);
});

test('nothing is read after the store is closed', async () => {
  const { batches, count } = numbers();
  batches.close();
  await expect(batches.readOne(count)).rejects.toThrow('The store has been closed.');
});
