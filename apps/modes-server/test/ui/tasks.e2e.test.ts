import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test } from 'vitest';
import { connectHttp } from '../support/http-wire.ts';
import { connectWire } from '../support/wire-client.ts';
import { serveUiFor } from './served.ts';
import { modesFile, type RunningUi, startUi } from './support.ts';
import { createTasks, useReviewModes } from './tasks.ts';

async function ask({ url }: RunningUi, name: string, body: object = {}): Promise<ReturnType<typeof JSON.parse>> {
  const { origin, hash } = new URL(url);
  const headers = { authorization: `Bearer ${hash.slice('#token='.length)}`, 'content-type': 'application/json' };
  const response = await fetch(`${origin}/api/${name}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return response.json();
}

test('the page of a server shows each principal only its own tasks', async () => {
  const served = await serveUiFor({ ann: ['--modes', '*'], bob: ['--modes', '*'] });
  const { tokens, url } = served;
  useReviewModes(modesFile(served));
  const modesOf = async (): Promise<readonly { readonly slug: string }[]> =>
    (await served.ask(tokens.ann, 'overview')).json.modes;
  await expect.poll(async () => (await modesOf()).some(({ slug }) => slug === 'review')).toBe(true);
  const connect = (token: string) => connectHttp(url, { Authorization: `Bearer ${token}` });
  const client = await connect(tokens.ann);
  await expect
    .poll(async () =>
      (await client.call('list_modes')).structuredContent.modes.map(({ slug }: { slug: string }) => slug),
    )
    .toContain('review');
  const anns = await createTasks(client, 'What Ann does');
  const bobs = await createTasks(await connect(tokens.bob), 'What Bob does');

  const listed = await served.ask(tokens.ann, 'tasks');
  expect(listed.json.tasks.map(({ id }: { id: string }) => id).toSorted()).toEqual(
    [anns.parent.task_id, anns.child.task_id].toSorted(),
  );
  expect(listed.json).not.toHaveProperty('place');
  const shown = await served.ask(tokens.ann, 'task', { id: anns.child.task_id });
  expect(shown.json).toMatchObject({
    ancestors: [{ id: anns.parent.task_id, mode: 'docs' }],
    judged: { depth: 1, parentMode: 'docs', state: 'active' },
  });
  expect((await served.ask(tokens.ann, 'task-picture', { id: anns.child.task_id })).json.slug).toBe('review');
  for (const { text } of [listed, shown])
    for (const hidden of ['Bob', bobs.parent.task_id, 'ses_', anns.parent.session_id])
      expect(text).not.toContain(hidden);

  const { json: unknown } = await served.ask(tokens.ann, 'task', { id: 'task_unknown' });
  for (const id of [bobs.parent.task_id, bobs.child.task_id, bobs.parent.session_id, anns.parent.session_id])
    for (const name of ['task', 'task-picture']) {
      const { status, json } = await served.ask(tokens.ann, name, { id });
      expect([status, json.error.replace(id, 'task_unknown')]).toEqual([404, unknown.error]);
    }
  expect((await served.ask(undefined, 'tasks')).status).toBe(401);
});

test('`ui` reads the session file of servers, even one that is created later, and creates none', async () => {
  const folder = createFolder();
  const storage = ['--session-storage', folder];
  const ui = await startUi(['--offline', ...storage]);
  useReviewModes(modesFile(ui));
  expect(await ask(ui, 'tasks')).toMatchObject({ isKept: true, place: join(folder, 'sessions.db'), tasks: [] });
  expect(existsSync(join(folder, 'sessions.db'))).toBe(false);
  const client = await connectWire(storage, { cwd: ui.root, home: createFolder() });
  onTestFinished(() => void client.child.kill('SIGKILL'));
  const { child } = await createTasks(client);
  expect((await ask(ui, 'tasks')).tasks).toHaveLength(2);
  expect((await ask(ui, 'task', { id: child.task_id })).judged).toMatchObject({ parentMode: 'docs' });
  expect(await ui.interrupt()).toBe(0);
});

test('`ui` reports that it cannot see tasks in the memory of a server', async () => {
  const ui = await startUi(['--offline']);
  expect(await ask(ui, 'tasks')).toMatchObject({ isKept: false, tasks: [] });
});
