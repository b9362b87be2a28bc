import { createMemoryStore, createSessions, findSessionProblem, type Session } from '@modegate/session-store';
import { describe, expect, test } from 'vitest';

/** A parent with an open child and an ended one, with every kind of entry; as text, so that each test has a copy of its own. */
async function familyTexts(): Promise<Record<'parent' | 'open' | 'ended', string>> {
  const sessions = createSessions({ store: createMemoryStore(), clock: () => 1_000 });
  const parent = await sessions.create({ mode: 'orchestrator', initialMessage: 'Go', metadata: { a: [1, null] } });
  const ended = await sessions.create({ mode: 'code', parentSessionId: parent.id });
  const open = await sessions.create({ mode: 'ask', parentSessionId: parent.id });
  await sessions.addMessage(ended.id, { role: 'assistant', text: 'To you', to: parent.id });
  await sessions.switchMode(ended.id, { mode: 'debug', reason: 'Because' });
  await sessions.recordDecision(ended.id, { tool: 'x', allowed: false, mode: 'debug', rule: { a: 1 }, detail: [2] });
  await sessions.complete(ended.id, { status: 'completed', result: 'Done' });
  const read = async (id: string) => JSON.stringify(await sessions.peek(id));
  return { parent: await read(parent.id), open: await read(open.id), ended: await read(ended.id) };
}

type Change = (session: { [name: string]: unknown } & { task: { [name: string]: unknown } }) => void;

async function problemAfter(change: Change): Promise<string | undefined> {
  const session = JSON.parse((await familyTexts()).ended);
  change(session);
  const problem = findSessionProblem(session);
  return problem && `${problem.field} must be ${problem.expected}, but it is ${problem.received}`;
}

describe('a session from a file', () => {
  test('every session that a store returned is valid, in every state', async () => {
    for (const text of Object.values(await familyTexts()))
      expect(findSessionProblem(JSON.parse(text) as Session)).toBeUndefined();
  });

  test.each<[string, Change]>([
    ['format must be 1, but it is 2', (session) => Object.assign(session, { format: 2 })],
    [
      'id must be 1 to 256 printable ASCII characters, but it is an empty string',
      (session) => Object.assign(session, { id: '' }),
    ],
    ['version must be an integer of at least 1, but it is 0', (session) => Object.assign(session, { version: 0 })],
    [
      'expiresAt must be a time in epoch milliseconds, or null, but it is missing',
      (session) => void delete session.expiresAt,
    ],
    [
      'createdAt must be a time in epoch milliseconds, but it is 8640000000000001',
      (session) => Object.assign(session, { createdAt: 8_640_000_000_000_001 }),
    ],
    ['holder must be left out, but it is an unknown member', (session) => Object.assign(session, { holder: 'me' })],
    ['task must be an object, but it is an array', (session) => Object.assign(session, { task: [] })],
    [
      "task.state must be one of pending, active, delegated, completed, failed, cancelled, but it is the string 'done'",
      ({ task }) => Object.assign(task, { state: 'done' }),
    ],
    ['task.mode must be a mode slug of 1 to 256 characters, but it is missing', ({ task }) => void delete task.mode],
    [
      "task.decisions[0].allowed must be true or false, but it is the string 'yes'",
      ({ task }) => Object.assign((task.decisions as object[])[0] as object, { allowed: 'yes' }),
    ],
    ['task.messages must be a list, but it is an object', ({ task }) => Object.assign(task, { messages: {} })],
    [
      'task.messages[1] must be an object, but it is null',
      ({ task }) => Object.assign(task, { messages: [{ role: 'user', text: '', at: 1 }, null] }),
    ],
    [
      'task.dropped.switches must be an integer of at least 0, but it is -1',
      ({ task }) => Object.assign(task.dropped as object, { switches: -1 }),
    ],
    [
      'task.completedAt must be a time, because the state is completed, but it is missing',
      ({ task }) => void delete task.completedAt,
    ],
    [
      'task.completedAt must be left out, because the state is active, but it is 1000',
      ({ task }) => Object.assign(task, { state: 'active' }),
    ],
    [
      'task.openChildren must be a list with an open child, because the state is delegated, but it is a list of length 0',
      ({ task }) => Object.assign(task, { state: 'delegated' }),
    ],
    [
      'owner must be 1 to 256 characters, but it is an empty string',
      (session) => Object.assign(session, { owner: '' }),
    ],
    [
      'task.metadata must be a JSON object with at most 32 levels, but it is an object',
      ({ task }) => Object.assign(task, { metadata: { deep: JSON.parse('['.repeat(40) + ']'.repeat(40)) } }),
    ],
  ])('%s', async (message, change) => {
    expect(await problemAfter(change)).toBe(message);
  });

  test.each([null, undefined, 3, 'text', []])('%j is not a session', (value) => {
    expect(findSessionProblem(value)).toMatchObject({ field: '', expected: 'an object' });
  });
});
