import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createFolder } from '@modegate/cli-kit/testing';
import { createSessions, type Session } from '@modegate/session-store';
import { openSqliteStore } from '@modegate/session-store/sqlite';
import { describe, expect, test } from 'vitest';
import { runServer } from './support/built-server.ts';
import { connectWire } from './support/wire-client.ts';

/** A store with a family, an ended task of its own, and one that has expired. */
async function openPlace() {
  const storage = createFolder();
  const where = { cwd: createFolder(), home: createFolder() };
  const file = join(storage, 'sessions.db');
  const run = (...args: string[]) => runServer(['sessions', ...args, '--session-storage', storage], where);
  const store = openSqliteStore(file);
  const before = createSessions({ store, clock: () => Date.now() - 600_000, ttlMs: 1_000 });
  const sessions = createSessions({ store, ttlMs: 10 * 365 * 86_400_000, limits: { messages: 3 } });
  const gone = await before.create({ mode: 'ask' });
  const parent = await sessions.create({ mode: 'orchestrator', initialMessage: 'Build \u001b[31mit' });
  const child = await sessions.create({ mode: 'code', parentSessionId: parent.id });
  for (const text of ['one', 'two', 'three', 'four']) await sessions.addMessage(child.id, { role: 'user', text });
  await sessions.recordDecision(child.id, { tool: 'write_to_file', allowed: false, reason: 'src/** is closed' });
  const ended = await sessions.create({ mode: 'code' });
  await sessions.complete(ended.id, { status: 'completed', result: 'Done' });
  const ids = { gone: gone.id, parent: parent.id, child: child.id, ended: ended.id };
  const read = async (): Promise<readonly (Session | undefined)[]> => {
    const again = openSqliteStore(file);
    try {
      return await Promise.all(Object.values(ids).map((id) => again.get(id)));
    } finally {
      await again.close();
    }
  };
  const stored = await Promise.all(Object.values(ids).map((id) => store.get(id)));
  await store.close();
  return { run, storage, where, ids, taskOf: child.task.id, read, stored };
}

const fresh = () => ({ storage: createFolder(), where: { cwd: createFolder(), home: createFolder() } });

describe('modes-server sessions', () => {
  test('sessions list shows active or expired sessions without their control characters', async () => {
    const { run, ids } = await openPlace();
    const all = await run('list');
    const lines = all.stdout.trimEnd().split('\n');
    expect(all.code).toBe(0);
    expect(lines.map((line) => line.split(/\s+/).slice(0, 2))).toEqual([
      [ids.parent, 'delegated'],
      [ids.child, 'active'],
      [ids.ended, 'completed'],
    ]);
    expect(lines[0]).toMatch(/ {2}\d{4}-\d\d-\d\dT.*Z {2}orchestrator {2}Build +\[31mit$/);
    const expired = JSON.parse((await run('list', '--expired', '--json')).stdout);
    expect(expired.sessions).toMatchObject([{ session_id: ids.gone, mode: 'ask', state: 'pending' }]);
    expect(JSON.parse((await run('list', '--state', 'completed', '--json')).stdout).sessions).toHaveLength(1);
    const none = await run('list', '--state', 'failed');
    expect([none.code, none.stdout, none.stderr]).toEqual([
      0,
      '',
      expect.stringContaining('No sessions whose task is failed'),
    ]);
  });

  test('sessions show prints the history by session or task id, without using the session', async () => {
    const { run, ids, taskOf, read, stored } = await openPlace();
    const shown = await run('show', ids.child);
    expect(shown.code).toBe(0);
    for (const part of [
      'State: active',
      'user: four',
      '✗ write_to_file in code: src/** is closed',
      'Oldest entries dropped',
    ])
      expect(shown.stdout).toContain(part);
    const json = JSON.parse((await run('show', taskOf, '--json')).stdout);
    expect(json).toMatchObject({
      session_id: ids.child,
      dropped: { messages: 1 },
      messages: [{}, {}, { text: 'four' }],
    });
    expect((await run('show', ids.gone)).stdout).toContain('Mode: ask');
    const unknown = await run('show', 'ses_\u001b[2J');
    expect([unknown.code, unknown.stderr]).toEqual([
      1,
      expect.stringMatching(/no session or task 'ses_ \[2J'.*sessions list/),
    ]);
    expect(await read()).toEqual(stored);
  });

  test('sessions that are exported and imported elsewhere are identical, down to the last entry and counter', async () => {
    const { run, ids, stored } = await openPlace();
    const file = join(createFolder(), 'backup.jsonl');
    const exported = await run('export', '--output', file);
    expect([exported.code, exported.stdout, exported.stderr]).toEqual([
      0,
      '',
      expect.stringMatching(/^4 sessions from /),
    ]);
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(join(file, '..'))).toEqual(['backup.jsonl']);
    writeFileSync(`${file}.gz`, gzipSync(readFileSync(file)));

    const { storage, where } = fresh();
    const args = ['--session-storage', storage];
    const dry = await runServer(['sessions', 'import', `${file}.gz`, '--dry-run', ...args], where);
    expect([dry.code, dry.stderr]).toEqual([0, expect.stringContaining('would add 4 sessions')]);
    expect(await runServer(['sessions', 'import', `${file}.gz`, ...args], where)).toMatchObject({
      code: 0,
      stdout: '',
    });
    const store = openSqliteStore(join(storage, 'sessions.db'));
    expect(await Promise.all(Object.values(ids).map((id) => store.get(id)))).toEqual(stored);
    await store.close();
    const again = await runServer(['sessions', 'export', ...args], where);
    const sessionsOf = (text: string) => text.split('\n').filter((line) => line.includes('"session"'));
    expect(sessionsOf(again.stdout)).toEqual(sessionsOf(readFileSync(file, 'utf8')));
  });

  test('sessions import keeps existing sessions except with --replace, which no older reader can overwrite', async () => {
    const { run, storage, ids } = await openPlace();
    const file = join(createFolder(), 'backup.jsonl');
    await run('export', '--output', file);
    const store = openSqliteStore(join(storage, 'sessions.db'));
    await createSessions({ store }).switchMode(ids.child, { mode: 'debug' });
    const version = (await store.head(ids.child))?.version ?? 0;
    const refused = await run('import', file);
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringMatching(/4 of the 4 sessions .* line 2\. .*--replace/),
    ]);
    expect((await store.head(ids.child))?.task.mode).toBe('debug');
    const replaced = await run('import', file, '--replace');
    expect([replaced.code, replaced.stderr]).toEqual([0, expect.stringContaining('Added 0 sessions')]);
    const head = await store.head(ids.child);
    expect([head?.task.mode, (head?.version ?? 0) > version]).toEqual(['code', true]);
    await store.close();
  });

  test.each<[string, (lines: string[]) => void, string]>([
    [
      'a field of the wrong type',
      (lines) => lines.splice(2, 1, lines[2]?.replace('"mode":"orchestrator"', '"mode":7') ?? ''),
      ':3: session.task.mode must be a mode slug of 1 to 256 characters, but it is 7.',
    ],
    ['a line that is not JSON', (lines) => lines.splice(3, 1, '{"type":'), ':4: The line is not JSON.'],
    ['an empty line', (lines) => lines.splice(1, 0, ''), ':2: The line is empty.'],
    ['an end that was cut off', (lines) => lines.splice(-1), ':6: The last line, which has the type "end", is missing'],
    ['a session too few', (lines) => lines.splice(1, 1), ':5: sessions must be 3'],
    ['one session twice', (lines) => lines.splice(2, 1, lines[1] ?? ''), ':3: session.id is the same as on line 2.'],
    [
      'a later version',
      (lines) => lines.splice(0, 1, '{"type":"modegate-sessions","version":2}'),
      ':1: version must be 1, but it is 2. The file was written by a later version',
    ],
    [
      'another file',
      (lines) => lines.splice(0, lines.length, '{"a":1}'),
      ':1: type must be "modegate-sessions", but it is missing',
    ],
    ['something behind the end', (lines) => lines.push(lines[1] ?? ''), ':7: Nothing may follow'],
  ])('sessions import rejects the whole file for %s', async (_, spoil, message) => {
    const { run } = await openPlace();
    const lines = (await run('export')).stdout.trimEnd().split('\n');
    spoil(lines);
    const { storage, where } = fresh();
    const file = join(where.cwd, 'bad.jsonl');
    writeFileSync(file, `${lines.join('\n')}\n`);
    const imported = await runServer(['sessions', 'import', 'bad.jsonl', '--session-storage', storage], where);
    expect([imported.code, imported.stdout, imported.stderr]).toEqual([
      1,
      '',
      expect.stringContaining(`bad.jsonl${message}`),
    ]);
    expect(imported.stderr).toContain('Nothing was imported.');
    expect(existsSync(join(storage, 'sessions.db'))).toBe(false);
  });

  test('sessions import rejects more sessions than the limits of the settings allow', async () => {
    const { run } = await openPlace();
    const { storage, where } = fresh();
    const file = join(where.cwd, 'backup.jsonl');
    await run('export', '--output', file);
    const args = ['sessions', 'import', file, '--session-storage', storage, '--max-tasks', '2'];
    expect(await runServer(args, where)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('3 open tasks that belong to one principal, but --max-tasks allows only 2'),
    });
  });

  test('sessions prune previews what it would remove, and removes it without a question in a pipe', async () => {
    const { run, ids } = await openPlace();
    const dry = await run('prune', '--ended-before', '0s', '--dry-run');
    expect(dry.code).toBe(0);
    expect(dry.stdout.split('\n').map((line) => line.split('  ')[0])).toEqual([ids.gone, ids.ended, '']);
    expect(await run('prune')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Removed 1 expired sessions and 0 ended'),
    });
    expect((await run('show', ids.gone)).stderr).toMatch(/expired at .* and has been removed/);
    expect(await run('prune', '--ended-before', '0s')).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('0 expired sessions and 1 ended'),
    });
    expect(JSON.parse((await run('list', '--json')).stdout).sessions).toHaveLength(2);
  });

  test('a running server continues during an import, and sees the imported sessions', async () => {
    const { run, storage, where } = await openPlace();
    const elsewhere = await openPlace();
    const file = join(createFolder(), 'backup.jsonl');
    await elsewhere.run('export', '--output', file);
    const client = await connectWire(['--session-storage', storage], where);
    const { session_id } = (await client.call('create_task', { mode_slug: 'code' })).structuredContent;
    const working = Array.from({ length: 50 }, (_, number) =>
      client.call('add_message', { session_id, role: 'user', text: `${number}` }),
    );
    expect((await run('import', file)).code).toBe(0);
    await Promise.all(working);
    const info = await client.call('get_task_info', { session_id, include_messages: true });
    expect(info.structuredContent.messages).toHaveLength(50);
    const imported = await client.call('get_task_info', { session_id: elsewhere.ids.child });
    expect(imported.structuredContent).toMatchObject({ mode: 'code', state: 'active' });
    expect(JSON.parse((await run('list', '--json')).stdout).sessions).toHaveLength(7);
    await client.end();
  });

  test('the sessions commands explain why they fail without a durable store or with a missing one', async () => {
    const { storage, where } = fresh();
    expect(await runServer(['sessions', 'list'], where)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: expect.stringContaining('--session-storage'),
    });
    const missing = await runServer(['sessions', 'list', '--session-storage', storage], where);
    expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining('sessions.db does not exist')]);
    expect(readdirSync(storage)).toEqual([]);
    const { run } = await openPlace();
    expect(await run('list', '--state', 'done')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('--state must be one of pending'),
    });
    expect(await run('import', 'nowhere.jsonl')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('nowhere.jsonl could not be read'),
    });
  });
});
