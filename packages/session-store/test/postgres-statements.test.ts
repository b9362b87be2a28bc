import { expect, test } from 'vitest';
import { createAnnouncer } from '../src/postgres/announcement.ts';
import {
  insertStatement,
  removeStatement,
  replaceStatement,
  touchesStatement,
  touchStatement,
} from '../src/postgres/statements/session-changes.ts';
import {
  findStatement,
  headStatement,
  headsStatement,
  listStatement,
  wholeStatement,
} from '../src/postgres/statements/session-queries.ts';
import { prepared, type Statement } from '../src/postgres/statements/statement-parts.ts';
import { sampleHead, sampleKeep } from '../src/testing/sample-head.ts';

const schema = '"modegate"';
const announcer = createAnnouncer('modegate', 'me');
/** Every statement of a store, as an operation on the n-th session makes it. */
function statements(number: number): Readonly<Record<string, Statement>> {
  const counted = { schema, slot: number, announcer };
  const id = `ses_${number}`;
  const head = sampleHead(id, { version: number });
  const texts = Array.from({ length: number }, (_, at) => ({ role: 'user', text: `${number}`, at }) as const);
  const append = { keep: { ...sampleKeep, messages: number }, messages: texts };
  return {
    heads: headsStatement(schema, Array(number + 1).fill(id)),
    find: findStatement(schema, id),
    get: wholeStatement(schema, id),
    insert: insertStatement(counted, { owner: number, head, append, dropped: undefined }),
    touch: touchStatement(counted, { id, at: number, expiresAt: number % 2 === 0 ? null : number }),
    'touch and append': touchStatement(counted, { id, at: number, expiresAt: number }, append),
    'touch several': touchesStatement(counted, Array(number).fill({ id, at: number, expiresAt: number, append })),
    replace: replaceStatement(counted, { next: head, expected: { version: number } }, append),
    remove: removeStatement(counted, { id, expected: { version: number }, tombstone: undefined }),
    list: listStatement(schema, { limit: number, after: String(number), taskId: id }),
    'list newest first': listStatement(schema, { limit: number, newestFirst: true }),
    'list ids': listStatement(schema, { limit: number, after: String(number), isWanted: () => true }),
  };
}

test.each(Object.keys(statements(1)))(
  'the statement %s has one text for all arguments, so that it is planned once',
  (name) => {
    const [one, other] = [statements(1)[name] as Statement, statements(2)[name] as Statement];
    expect(other.text).toBe(one.text);
    expect(other.values).not.toEqual(one.values);
    expect(prepared(other).name).toBe(prepared(one).name);
  },
);

test('no two statements share a name, and the server truncates none', () => {
  const named = [headStatement(schema, 'ses_a'), ...Object.values(statements(1))].map(prepared);
  const names = named.map(({ name }) => name ?? '');
  expect(new Set(names).size).toBe(names.length);
  // PostgreSQL keeps 63 bytes of a name.
  for (const name of names) expect(name).toMatch(/^[\w-]{20,63}$/);
});

test('a touch trims only the list that grows', () => {
  const counted = { schema, slot: 1, announcer };
  const append = { keep: sampleKeep, decisions: [] };
  const { text } = touchStatement(counted, { id: 'ses_a', at: 1, expiresAt: 2 }, append);
  expect(text.match(/entries\.list = '\w+'/g)).toEqual(["entries.list = 'decisions'"]);
});
