import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { auditLineSchema } from '@modegate/cli-kit/audit';
import { createFolder } from '@modegate/cli-kit/testing';
import { expect, onTestFinished, test } from 'vitest';
import { runServer } from '../support/built-server.ts';
import { denyTool } from './served.ts';
import { startUi } from './support.ts';

const where = () => ({ cwd: createFolder(), home: createFolder() });

test.each([
  [['--port', 'x'], /--port must be a number from 0 to 65535, not 'x'/],
  [['--port', '70000'], /--port must be/],
  [['--timeout', '0'], /--timeout must be/],
  [['--mode', 'nobody'], /nobody/],
  [['--host', '0.0.0.0'], /unknown option '--host'/],
])('the command ui %j ends with 2', async (flags, message) => {
  const { code, stdout, stderr } = await runServer(['ui', '--no-open', '--offline', ...flags], where());
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toMatch(message);
});

test('ui names a port that is already in use', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await expect.poll(() => other.address()).not.toBeNull();
  const { port } = other.address() as AddressInfo;
  const { code, stderr } = await runServer(['ui', '--no-open', '--port', `${port}`], where());
  expect([code, stderr]).toEqual([1, expect.stringContaining(`Port ${port} is not available (EADDRINUSE).`)]);
});

test('ui prints a local address, serves its page, and ends on Ctrl-C', async () => {
  const ui = await startUi(['--offline']);
  const { protocol, hostname, origin, hash } = new URL(ui.url);
  expect([protocol, hostname]).toEqual(['http:', '127.0.0.1']);
  expect(hash).toMatch(/^#token=[\w-]{43}$/);
  const pages = await Promise.all(
    ['/', '/page.js', '/page.css'].map(async (path) => (await fetch(origin + path)).text()),
  );
  expect(pages.map((text) => text.length > 100)).toEqual([true, true, true]);
  expect((await fetch(`${origin}/api/overview`, { method: 'POST' })).status).toBe(401);
  const headers = { authorization: `Bearer ${hash.slice('#token='.length)}`, 'content-type': 'application/json' };
  const overview = await fetch(`${origin}/api/overview`, { method: 'POST', headers, body: '{}' });
  expect(await overview.json()).toMatchObject({ root: ui.root, undo: [] });
  expect(await ui.interrupt()).toBe(0);
  expect(ui.stderr()).toBe('');
});

test('a change on the page is in the audit log with the local user', async () => {
  const file = join(createFolder(), 'audit.jsonl');
  const ui = await startUi(['--offline', '--audit-log', file, '--audit', 'sync']);
  const { origin, hash } = new URL(ui.url);
  const headers = { authorization: `Bearer ${hash.slice('#token='.length)}`, 'content-type': 'application/json' };
  const body = JSON.stringify(denyTool('create_issue'));
  const saved = await fetch(`${origin}/api/editor`, { method: 'POST', headers, body });
  expect(await saved.json()).toMatchObject({ outcome: 'saved' });
  const lines = readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const principal = `user:${userInfo().username}`;
  expect(lines).toMatchObject([
    { event: 'decision', principal, tool: 'edit_mode', mode: 'docs', taken: ['docs loses github/create_issue.'] },
    { event: 'outcome', principal, tool: 'edit_mode', outcome: 'ok', id: lines[0].id },
  ]);
  for (const line of lines) expect(auditLineSchema().safeParse(line).error).toBeUndefined();
});
