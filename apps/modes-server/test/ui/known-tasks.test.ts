import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { createMemoryStore, createSessions, type SessionsOptions } from '@modegate/session-store';
import { openSqliteStore, type SqliteStore } from '@modegate/session-store/sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { localViewer } from '../../../../packages/project-ui/src/operations/viewer.ts';
import { createTaskList, listTasks } from '../../../../packages/project-ui/src/tasks/list-tasks.ts';
import { openOwnerSessions } from '../../src/sessions/scoped-sessions.ts';
import type { Settings } from '../../src/settings/settings.ts';
import { openStoredTasks, servedTasks } from '../../src/ui/known-tasks.ts';

test('the task list contains only the tasks of its principal, however many others there are', async () => {
  const store = createMemoryStore();
  const open = (options: Pick<SessionsOptions, 'createId'>) => createSessions({ store, ...options });
  const [ann, bob] = [openOwnerSessions(open, 'ann'), openOwnerSessions(open, 'bob')];
  const first = await ann.create({ mode: 'docs' });
  const create = () => bob.create({ mode: 'docs' });
  await Promise.all(Array.from({ length: 5_100 }, create));
  const last = await ann.create({ mode: 'docs' });

  const tasks = servedTasks(createSessions({ store }));
  const seen = async (id: string) => listTasks(tasks, { id, sees: () => true, mayEdit: false });
  const anns = await seen('ann');
  expect(anns.tasks.map(({ id }) => id).toSorted()).toEqual([first.task.id, last.task.id].toSorted());
  expect(anns).toMatchObject({ more: 0, isCut: false });
  expect(await seen('bob')).toMatchObject({ isCut: true });
  expect(await seen('carl')).toMatchObject({ tasks: [], more: 0, isCut: false });
});

test.skipIf(process.platform === 'win32')('tasks of a removed or replaced session file are not shown', async () => {
  const sessionFile = join(createFolder(), 'sessions.db');
  const { tasks, close } = openStoredTasks({ sessionFile, sessionTimeoutMs: 3_600_000 } as Settings, undefined);
  onTestFinished(close);
  const seen = async () => (await listTasks(tasks, localViewer)).tasks.map(({ id }) => id);
  const stores: SqliteStore[] = [];
  onTestFinished(() => {
    for (const store of stores) void store.close();
  });
  // As a server that goes on: what it wrote last is beside the file.
  const create = async () => {
    const store = openSqliteStore(sessionFile);
    stores.push(store);
    return (await createSessions({ store }).create({ mode: 'docs' })).task.id;
  };
  const first = await create();
  expect(await Promise.all([seen(), seen()])).toEqual([[first], [first]]);
  for (const end of ['', '-wal', '-shm']) rmSync(sessionFile + end, { force: true });
  expect(await seen()).toEqual([]);
  const second = await create();
  expect(await seen()).toEqual([second]);
  for (const end of ['', '-wal', '-shm']) rmSync(sessionFile + end, { force: true });
  const third = await create();
  expect(await seen()).toEqual([third]);
  const fourth = await create();
  expect((await seen()).toSorted()).toEqual([third, fourth].toSorted());
});

test('concurrent pages of one principal share one reading of the tasks', async () => {
  const store = createMemoryStore();
  let lists = 0;
  const list: typeof store.list = (query) => {
    lists += 1;
    return store.list(query);
  };
  const tasks = servedTasks(createSessions({ store: { ...store, list } }));
  const ask = createTaskList(tasks);
  const viewer = { id: 'ann', sees: () => true, mayEdit: false };
  await Promise.all(Array.from({ length: 50 }, () => ask(viewer)));
  expect(lists).toBe(1);
  await Promise.all([ask(viewer), ask({ ...viewer, id: 'bob' })]);
  expect(lists).toBe(3);
});
