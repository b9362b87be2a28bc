import { createMemoryStore, createSessions, type SessionsOptions } from '@modegate/session-store';
import { expect, test } from 'vitest';
import { listTasks } from '../../../../packages/project-ui/src/tasks/list-tasks.ts';
import { openOwnSessions } from '../../src/sessions/own-sessions.ts';
import { servedTasks } from '../../src/ui/known-tasks.ts';

test('however many tasks others have, the list has those of its principal, and tells nothing of the others', async () => {
  const store = createMemoryStore();
  const open = (options: Pick<SessionsOptions, 'createId'>) => createSessions({ store, ...options });
  const [ann, bob] = [openOwnSessions(open, 'ann'), openOwnSessions(open, 'bob')];
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
