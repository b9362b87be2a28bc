import { type Awaitable, createMemoryStore, SessionError, type Store } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { createWorld } from './support/world.ts';

/** A store on a disk that fills up: reads go on, writes fail. */
function createFullDisk() {
  const memory = createMemoryStore();
  const disk = { isFull: false, canRead: true };
  const refuse = () => new SessionError('STORE_UNAVAILABLE', { store: 'sessions.db', problem: 'the disk is full' });
  const guard = <Call extends (...given: never[]) => Awaitable<unknown>>(call: Call, stops: () => boolean): Call =>
    (async (...given: Parameters<Call>) => {
      if (stops()) throw refuse();
      return call(...given);
    }) as Call;
  const write = <Call extends (...given: never[]) => Awaitable<unknown>>(call: Call) => guard(call, () => disk.isFull);
  const read = <Call extends (...given: never[]) => Awaitable<unknown>>(call: Call) => guard(call, () => !disk.canRead);
  const store: Store = {
    ...memory,
    insert: write(memory.insert),
    touch: write(memory.touch),
    replace: write(memory.replace),
    remove: write(memory.remove),
    head: read(memory.head),
    get: read(memory.get),
  };
  return { disk, ...createWorld({ store }) };
}

test('while nothing can be written, existing sessions can be read, and those that expire count as expired', async () => {
  const { disk, sessions, pass } = createFullDisk();
  const parent = await sessions.create({ mode: 'orchestrator', initialMessage: 'Go' });
  const child = await sessions.create({ mode: 'code', parentSessionId: parent.id });
  disk.isFull = true;
  expect((await sessions.get(parent.id)).task.messages).toHaveLength(1);
  expect((await sessions.head(child.id)).task.mode).toBe('code');
  expect((await sessions.hierarchy(child.id)).ancestors).toHaveLength(1);
  await expect(sessions.get('ses_none')).rejects.toMatchObject({ code: 'SESSION_NOT_FOUND' });
  pass(1_000);
  await expect(sessions.get(child.id)).rejects.toMatchObject({ code: 'SESSION_EXPIRED' });
});

test('a change that cannot be written fails, and an unreadable store fails for every caller', async () => {
  const { disk, sessions } = createFullDisk();
  const { id } = await sessions.create({ mode: 'code' });
  disk.isFull = true;
  for (const change of [
    () => sessions.addMessage(id, { role: 'user', text: 'x' }),
    () => sessions.recordDecision(id, { tool: 'x', allowed: true }),
    () => sessions.switchMode(id, { mode: 'ask' }),
    () => sessions.create({ mode: 'code' }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  disk.canRead = false;
  await expect(sessions.head(id)).rejects.toMatchObject({ code: 'STORE_UNAVAILABLE' });
  Object.assign(disk, { isFull: false, canRead: true });
  expect((await sessions.switchMode(id, { mode: 'ask' })).changed).toBe(true);
});
