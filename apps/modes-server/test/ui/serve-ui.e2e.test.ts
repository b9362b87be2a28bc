import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { createFolder, writeInto } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { runServer } from '../support/built-server.ts';
import { connectHttp } from '../support/http-wire.ts';
import { denyTool, type ServedUiProgram, serveUiFor } from './served.ts';
import { exampleModes, modesFile } from './support.ts';

const linesOf = ({ auditFile }: ServedUiProgram) =>
  readFileSync(auditFile, 'utf8')
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** As the bytes say: a browser's client would set Host and Origin itself. */
function send(page: string, headers: Readonly<Record<string, string>>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = { 'Content-Type': 'application/json', ...headers };
    request(`${page}/api/overview`, { method: 'POST', headers: sent }, (response) =>
      resolve(response.resume().statusCode),
    )
      .on('error', reject)
      .end('{}');
  });
}

test('--ui without tokens ends with 2, and without --ui the server has no page', async () => {
  const place = { cwd: createFolder(), home: createFolder() };
  const { code, stderr } = await runServer(['serve', '--http', '0', '--ui'], place);
  expect([code, stderr]).toEqual([2, expect.stringContaining('`modes-server token add <name> --modes <modes>`')]);
  const served = await serveUiFor({ ann: ['--modes', '*'] }, ['--no-metrics']);
  expect((await fetch(`${served.page}/`)).status).toBe(200);
  expect((await served.run(['token', 'add', 'x', '--edit-modes'])).stderr).toContain('--edit-modes requires --modes');
});

describe('access to the page', () => {
  test('the files of the page need no token, and contain nothing of the project', async () => {
    const { page, tokens, root } = await serveUiFor({ ann: ['--modes', '*', '--edit-modes'] });
    const files = await Promise.all(
      ['', '/', '/page.js', '/page.css', '/favicon.ico'].map(async (path) => {
        const response = await fetch(page + path);
        return { headers: response.headers, status: response.status, url: response.url, text: await response.text() };
      }),
    );
    expect(files.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(files[0]?.url).toBe(`${page}/`);
    for (const { text, headers } of files) {
      for (const secret of [tokens.ann, root, 'handbook']) expect(text).not.toContain(secret);
      expect(headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src 'self';/);
      expect([headers.get('x-frame-options'), headers.get('set-cookie')]).toEqual(['DENY', null]);
    }
    for (const path of ['/../.roomodes', '/%2e%2e/.roomodes', '/page.js/x', '/api', '/api/', '/api/nothing'])
      expect([path, (await fetch(page + path)).status]).toEqual([path, 404]);
  });

  test('requests of the page need a token, which is accepted only in the header', async () => {
    const { ask, page, tokens, run } = await serveUiFor({ ann: ['--modes', '*'], bob: ['--modes', 'docs'] });
    expect((await ask(tokens.ann, 'overview')).status).toBe(200);
    expect((await ask(undefined, 'overview')).status).toBe(401);
    expect((await ask('modegate_wrong', 'overview')).status).toBe(401);
    const headers = { 'Content-Type': 'application/json' };
    const elsewhere = [`${page}/api/overview?token=${tokens.ann}`, `${page}/api/overview?access_token=${tokens.ann}`];
    for (const url of elsewhere) expect((await fetch(url, { method: 'POST', headers, body: '{}' })).status).toBe(401);
    const cookie = { ...headers, Cookie: `modegate-token=${tokens.ann}` };
    expect((await fetch(`${page}/api/overview`, { method: 'POST', headers: cookie, body: '{}' })).status).toBe(401);
    for (const name of ['editor', 'fix', 'undo', 'events', 'session'])
      expect([name, [401, 404].includes((await ask(undefined, name)).status)]).toEqual([name, true]);
    await run(['token', 'revoke', 'bob']);
    expect((await ask(tokens.bob, 'overview')).status).toBe(401);
  });

  test('requests must come from the page itself', async () => {
    const { page, tokens } = await serveUiFor({ ann: ['--modes', '*'] });
    const { host, origin, port } = new URL(page);
    const Authorization = `Bearer ${tokens.ann}`;
    const cases: readonly (readonly [object, number])[] = [
      [{}, 200],
      [{ Origin: origin }, 200],
      [{ Origin: origin, 'Sec-Fetch-Site': 'same-origin' }, 200],
      [{ Host: 'evil.example' }, 403],
      [{ Host: `evil.example:${port}` }, 403],
      [{ Origin: 'https://evil.example' }, 403],
      [{ Origin: 'null' }, 403],
      // The same machine and another program: for MCP it would do.
      [{ Origin: 'http://127.0.0.1:1' }, 403],
      [{ Origin: origin, 'Sec-Fetch-Site': 'cross-site' }, 403],
      [{ 'Sec-Fetch-Site': 'same-site' }, 403],
      [{ 'Content-Type': 'text/plain' }, 415],
    ];
    for (const [headers, status] of cases)
      expect([headers, await send(page, { Host: host, Authorization, ...headers })]).toEqual([headers, status]);
    const preflight = await fetch(`${page}/api/overview`, {
      method: 'OPTIONS',
      headers: { Origin: 'https://evil.example', Authorization, 'Access-Control-Request-Method': 'POST' },
    });
    expect([preflight.ok, preflight.headers.get('access-control-allow-origin')]).toEqual([false, null]);
  });

  test('a revoked token loses its open stream', async () => {
    const { page, tokens, run } = await serveUiFor({ ann: ['--modes', '*'], bob: ['--modes', '*'] });
    const listen = (token: string) =>
      fetch(`${page}/api/events`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
        body: '{}',
      });
    const [anns, bobs] = [await listen(tokens.ann), await listen(tokens.bob)];
    expect(anns.headers.get('content-type')).toBe('application/x-ndjson');
    await run(['token', 'revoke', 'bob']);
    await expect(bobs.text()).rejects.toThrow();
    const reader = anns.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe('{"type":"audit","entries":[]}\n');
    await reader?.cancel();
    expect((await listen(tokens.bob)).status).toBe(401);
  });

  test('requests of the page are subject to the rate limits', async () => {
    const limits = { requests_per_second: 0.01, burst: 2 };
    const config = writeInto(createFolder(), 'config.json', JSON.stringify({ auth: { limits } }));
    const { ask, tokens } = await serveUiFor({ ann: ['--modes', '*'], bob: ['--modes', '*'] }, ['--config', config]);
    const statuses: number[] = [];
    for (const token of [tokens.ann, tokens.ann, tokens.ann, tokens.bob])
      statuses.push((await ask(token, 'overview')).status);
    expect(statuses).toEqual([200, 200, 429, 200]);
  });
});

describe('a principal', () => {
  test('a principal sees only its own modes in every answer of the page', async () => {
    const served = await serveUiFor({ writer: ['--modes', 'docs'], editor: ['--modes', 'docs', '--edit-modes'] });
    const { ask, tokens, root } = served;
    for (const token of [tokens.writer, tokens.editor]) {
      const { json: overview } = await ask(token, 'overview');
      expect(overview.modes.map(({ slug }: { slug: string }) => slug)).toEqual(['docs']);
      const asked = [
        await ask(token, 'overview'),
        await ask(token, 'picture', { mode: 'docs' }),
        await ask(token, 'matrix'),
        await ask(token, 'why', { mode: 'docs', target: 'switch_mode', files: [], args: { mode_slug: 'docs' } }),
        await ask(token, 'editor', { type: 'getMcpServersForMode', id: '1', modeSlug: 'docs' }),
      ];
      for (const { text } of asked)
        for (const hidden of ['release', 'Release', 'You cut releases', 'Ask Kim', root])
          expect(text).not.toContain(hidden);
      expect((await ask(token, 'picture', { mode: 'release' })).status).toBe(404);
      expect((await ask(token, 'why', { mode: 'release', target: 'read_file', files: ['a'], args: {} })).status).toBe(
        404,
      );
    }
    const { status, json } = await ask(tokens.editor, 'editor', {
      type: 'getMcpServersForMode',
      id: '1',
      modeSlug: 'release',
    });
    expect([status, json]).toEqual([404, { error: "No mode has the slug 'release'." }]);
  });

  test('a principal sees no audit lines except those of its calls', async () => {
    const served = await serveUiFor({ ann: ['--modes', '*'], bob: ['--modes', '*'] });
    const { page, tokens, url } = served;
    for (const name of ['ann', 'bob'] as const) {
      const client = await connectHttp(url, { Authorization: `Bearer ${tokens[name]}` });
      const { session_id } = (await client.call('create_task', { mode_slug: 'docs' })).structuredContent;
      const call = { tool_name: 'write_to_file', tool_params: { path: `src/${name}.ts` } };
      await client.call('validate_tool_use', { session_id, ...call });
    }
    await expect.poll(() => linesOf(served).map(({ principal }) => principal)).toEqual(['token:ann', 'token:bob']);
    await expect
      .poll(async () => {
        const stream = await fetch(`${page}/api/events`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens.ann}` },
          body: '{}',
        });
        const reader = stream.body?.getReader();
        const text = new TextDecoder().decode((await reader?.read())?.value);
        await reader?.cancel();
        return text;
      })
      .toMatch(/^(?!.*bob).*src\/ann\.ts/);
  });
});

describe('editing modes on the page', () => {
  test('editing needs its own permission: without it each write gets 403 and a log line', async () => {
    const served = await serveUiFor({ reader: ['--modes', '*'] });
    const { ask, tokens } = served;
    expect((await ask(tokens.reader, 'overview')).json).toMatchObject({ mayEdit: false, mayFix: false });
    const writing = [
      ['editor', denyTool('create_issue')],
      ['fix', { key: 'any', apply: true, allowGrants: true }],
      ['undo', { id: 1 }],
    ] as const;
    for (const [name, body] of writing) {
      const { status, json } = await ask(tokens.reader, name, body);
      expect([name, status, json.error]).toEqual([
        name,
        403,
        expect.stringContaining('view modes, but not change them'),
      ]);
    }
    expect((await ask(tokens.reader, 'ask')).status).toBe(403);
    expect(readFileSync(modesFile(served), 'utf8')).toBe(exampleModes);
    expect(linesOf(served)).toMatchObject(
      ['edit_mode', 'apply_fix', 'undo_edit'].map((tool) => ({
        event: 'decision',
        principal: 'token:reader',
        tool,
        allowed: false,
        code: 'EDITING_REFUSED',
      })),
    );
  });

  test('an edit on the page keeps comments, is audited, and can be undone only by its author', async () => {
    const served = await serveUiFor({
      editor: ['--modes', 'docs', '--edit-modes'],
      other: ['--modes', '*', '--edit-modes'],
    });
    const { ask, tokens, run, auditFile } = served;
    const saved = await ask(tokens.editor, 'editor', denyTool('create_issue'));
    expect([saved.status, saved.json.outcome]).toEqual([200, 'saved']);
    expect(saved.text).not.toContain('release');
    const text = readFileSync(modesFile(served), 'utf8');
    for (const part of ['toolName: create_issue', '# reviewed in May', '# never', 'slug: release'])
      expect(text).toContain(part);
    expect(linesOf(served)).toMatchObject([
      {
        event: 'decision',
        principal: 'token:editor',
        tool: 'edit_mode',
        mode: 'docs',
        files: ['.roomodes'],
        granted: [],
        taken: ['docs loses github/create_issue.'],
        allowed: true,
      },
      { event: 'outcome', principal: 'token:editor', tool: 'edit_mode', mode: 'docs', outcome: 'ok' },
    ]);
    const [step] = (await ask(tokens.editor, 'overview')).json.undo;
    expect((await ask(tokens.other, 'overview')).json.undo).toEqual([]);
    expect((await ask(tokens.other, 'undo', { id: step.id })).status).toBe(409);
    expect((await ask(tokens.editor, 'undo', { id: step.id })).status).toBe(200);
    expect(readFileSync(modesFile(served), 'utf8')).toBe(exampleModes);
    const { stdout } = await run(['audit', auditFile]);
    expect(stdout).toMatch(/docs +- +edit_mode +1 +0 +1/);
    expect(stdout).toMatch(/docs +- +undo_edit +1 +0 +1/);
    expect((await run(['audit', auditFile, '--lines'])).stdout).toContain('docs loses github/create_issue.');
  });

  test('an edit on the page does not reach a mode outside the token by its slug, a fix or inheritance', async () => {
    const served = await serveUiFor({ editor: ['--modes', 'docs', '--edit-modes'] });
    const { ask, tokens } = served;
    const release = { ...denyTool('create_issue'), modeSlug: 'release' };
    expect((await ask(tokens.editor, 'editor', release)).status).toBe(404);
    const fix = await ask(tokens.editor, 'fix', { key: 'any', apply: true, allowGrants: true });
    expect([fix.status, fix.json.error]).toEqual([403, expect.stringContaining('does not give access to all modes')]);
    const extending = exampleModes.replace('allowedServers: [github, jira]\n', 'extends: docs\n');
    writeFileSync(modesFile(served), extending);
    await expect.poll(async () => (await ask(tokens.editor, 'editor', denyTool('create_issue'))).status).toBe(403);
    expect(readFileSync(modesFile(served), 'utf8')).toBe(extending);
  });
});

test('the server stops without waiting for open pages', async () => {
  const { page, tokens, child, ended } = await serveUiFor({ ann: ['--modes', '*'] });
  const headers = { 'Content-Type': 'application/json', Authorization: `Bearer ${tokens.ann}` };
  const stream = await fetch(`${page}/api/events`, { method: 'POST', headers, body: '{}' });
  child.kill('SIGTERM');
  await stream.text().catch(() => undefined);
  expect(await ended).toBe(0);
});
