import { createMemoryStore, createSessions } from '@modegate/session-store';
import { describeStore } from '@modegate/session-store/testing';
import { describe, expect, test } from 'vitest';

describeStore('memory', () => ({ store: createMemoryStore() }), { describe, test, expect });

test('what the memory store returns is frozen through and through', async () => {
  const store = createMemoryStore();
  const sessions = createSessions({ store });
  const { id } = await sessions.create({ mode: 'code', initialMessage: 'Hello', metadata: { tags: ['a'] } });
  await sessions.recordDecision(id, { tool: 'read_file', allowed: true, rule: { line: [1] } });
  expectFrozen(await store.get(id));
  expectFrozen(await store.head(id));
});

test('a cursor that the store never gave finds nothing', async () => {
  const store = createMemoryStore();
  await createSessions({ store }).create({ mode: 'code' });
  expect(await store.list({ limit: 5, after: 'elsewhere' })).toEqual({ sessions: [] });
});

function expectFrozen(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  expect(Object.isFrozen(value)).toBe(true);
  for (const member of Object.values(value)) expectFrozen(member);
}
