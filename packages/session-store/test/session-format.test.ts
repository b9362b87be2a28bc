import { createMemoryStore, createSessions, parseSessionHead, type SessionHead } from '@modegate/session-store';
import { describe, expect, test } from 'vitest';

async function storedHead(): Promise<SessionHead> {
  const sessions = createSessions({ store: createMemoryStore() });
  const root = await sessions.create({ mode: 'code', initialMessage: 'Hello', metadata: { a: 1 } });
  await sessions.create({ mode: 'code', parentSessionId: root.id });
  return sessions.head(root.id);
}

describe('parseSessionHead', () => {
  test('parseSessionHead reads what was written, including members of later versions', async () => {
    const head = { ...(await storedHead()), later: true };
    expect(parseSessionHead(head.id, JSON.stringify(head))).toEqual(head);
  });

  test.each([
    ['{', 'not JSON'],
    ['[]', 'not an object'],
    ['null', 'not an object'],
    ['{"format":2}', 'format is 2'],
    ['{}', 'reads format 1'],
    ['{"format":1,"id":"ses_other"}', 'a different id'],
    ['{"format":1,"id":"ses_1"}', 'task is not an object'],
    ['{"format":1,"id":"ses_1","task":{}}', 'version is missing'],
  ])('parseSessionHead reports %s as corrupt', (json, problem) => {
    const attempt = () => parseSessionHead('ses_1', json);
    expect(attempt).toThrow(expect.objectContaining({ code: 'STORE_CORRUPT' }));
    expect(attempt).toThrow(problem);
  });

  test.each([
    { state: 'asleep' },
    { mode: 5 },
    { openChildren: [{ sessionId: 'x' }] },
    { childSessionIds: [5] },
    { completedAt: 'now' },
    { metadata: [] },
  ])('parseSessionHead reports a task with %o as corrupt', async (wrong) => {
    const head = await storedHead();
    const json = JSON.stringify({ ...head, task: { ...head.task, ...wrong } });
    expect(() => parseSessionHead(head.id, json)).toThrow(`task.${Object.keys(wrong)[0]}`);
  });
});
