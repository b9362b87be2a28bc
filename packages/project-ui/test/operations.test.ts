import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { decide } from '@modegate/mode-core';
import { loadProject } from '@modegate/project/node';
import { describe, expect, test } from 'vitest';
import { modes, open } from './support.ts';

const settled = async (ask: Awaited<ReturnType<typeof open>>['ask']) => {
  await expect.poll(async () => (await ask('overview')).answer.isAsking).toBe(false);
  return (await ask('overview')).answer;
};

/** The editor's request that denies one tool of a server. */
const denial = (toolName: string) => {
  const restrictions = { allowedServers: ['github', 'jira'], disallowedServers: ['jira'] };
  return {
    type: 'updateModeRestrictions',
    id: '1',
    modeSlug: 'docs',
    restrictions: { ...restrictions, disallowedTools: [{ serverName: 'github', toolName }] },
    base: { restrictions },
  };
};

describe('the overview', () => {
  test('the overview shows the modes, the servers as they answered, and the findings', async () => {
    const { ask } = await open();
    const overview = await settled(ask);
    expect(overview.modes).toContainEqual({ slug: 'docs', name: 'Docs', source: 'project' });
    expect(overview.servers).toEqual([{ name: 'github', state: 'answered', tools: 2 }]);
    expect(overview.findings.map(({ rule }: { rule: string }) => rule)).toContain('M040');
  });

  test('Q8 the overview names the unusable file, with the reason', async () => {
    const { ask, file } = await open();
    expect((await settled(ask)).broken).toEqual([]);
    writeFileSync(file, 'customModes: [');
    await expect.poll(async () => (await ask('overview')).answer.broken.length).toBe(1);
    const { broken } = (await ask('overview')).answer;
    expect(broken).toEqual([{ file: '.roomodes', message: expect.stringContaining('YAML') }]);
  });

  test('the overview says why a server was not asked, and still works if asking fails', async () => {
    const { ask, problems } = await open({
      askServers: async () => {
        throw new Error('No.');
      },
    });
    const { servers } = await settled(ask);
    expect(servers).toEqual([{ name: 'github', state: 'not-asked', note: 'The server was not asked for its tools.' }]);
    expect(problems).toEqual([new Error('No.')]);
  });

  test('the overview asks the servers again if their entries change, but not if a mode does', async () => {
    let count = 0;
    const { ask, root, file } = await open({
      askServers: async () => {
        count += 1;
        return [];
      },
    });
    await settled(ask);
    writeFileSync(file, modes.replace('Docs #', 'Pages #'));
    await expect.poll(async () => (await ask('overview')).answer.modes.at(-1).name).toBe('Pages');
    await settled(ask);
    expect(count).toBe(1);
    // Half a file would be other entries, too.
    writeFileSync(join(root, 'new.json'), '{"mcpServers":{"github":{"command":"y"}}}');
    renameSync(join(root, 'new.json'), join(root, '.mcp.json'));
    await expect.poll(() => count).toBe(2);
    await ask('ask');
    await expect.poll(() => count).toBe(3);
  });
});

describe('permissions shown as decide answers them', () => {
  test('the picture and the matrix show the answers of decide', async () => {
    const { ask, root } = await open();
    await settled(ask);
    const { policy } = await loadProject({ projectRoot: root });
    const { answer: picture } = await ask('picture', { mode: 'docs' });
    const [github] = picture.servers.filter(({ server }: { server: string }) => server === 'github');
    expect(github.tools.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual(
      ['drop', 'search'].map((tool) => [
        tool,
        decide(policy, { mode: 'docs', tool: 'use_mcp_tool', mcp: { server: 'github', tool } }).allowed
          ? 'allowed'
          : 'denied',
      ]),
    );
    const group = (name: string) => picture.groups.find((one: { group: string }) => one.group === name);
    expect(group('edit')).toMatchObject({ state: 'limited', limits: [{ pattern: '\\.md$' }] });
    expect(group('browser').state).toBe('closed');
    expect(picture.ways.map(({ kind }: { kind: string }) => kind)).toContain('file-limit-by-command');
    const { answer: matrix } = await ask('matrix');
    const at = matrix.columns.findIndex(({ id }: { id: string }) => id === 'docs');
    const section = matrix.sections.find(({ id }: { id: string }) => id === 'github');
    const line = section.lines.find(({ target }: { target?: string }) => target === 'github/drop');
    expect([section.kind, line.cells[at].state]).toEqual(['server', 'allowed']);
  });

  test('the page shows the answer of decide for a command, part by part and in its shell', async () => {
    const { ask, root } = await open();
    const rules = '    commandRestrictions: { allowedCommands: ["git status *"] }\n    mcpRestrictions:';
    writeFileSync(join(root, '.roomodes'), modes.replace('    mcpRestrictions:', rules));
    const asked = { mode: 'docs', target: 'execute_command', files: [], args: {}, command: 'git status > a.ts' };
    expect((await ask('why', asked)).answer).toMatchObject({
      outcome: 'denied',
      code: 'FILE_RESTRICTED',
      parts: {
        text: 'git status > a.ts',
        list: [
          { text: 'git status', outcome: 'allowed', place: { file: '.roomodes', line: 12 } },
          { access: 'writes', path: 'a.ts', outcome: 'denied' },
        ],
      },
    });
    expect((await ask('why', { ...asked, shell: 'cmd' })).answer).toMatchObject({ code: 'COMMAND_UNREADABLE' });
    expect((await ask('why', { ...asked, target: 'read_file' })).answer).toEqual({
      error: "'read_file' runs no command.",
    });
  });

  test('the box for questions shows the answer of decide', async () => {
    const { ask, root } = await open();
    const why = async (target: string, files: readonly string[] = []) =>
      (await ask('why', { mode: 'docs', target, files, args: {} })).answer;
    expect(await why('write_to_file', ['a.md'])).toMatchObject({ outcome: 'allowed' });
    expect(await why('write_to_file', ['a.ts'])).toMatchObject({ outcome: 'denied', code: 'FILE_RESTRICTED' });
    expect((await why('jira/x')).rule).toContain('.roomodes:');
    // What is there counts: a file, or a folder with other files in it.
    expect(await why('delete_file', ['a.md'])).toMatchObject({ outcome: 'denied', code: 'FOLDER_NOT_COVERED' });
    writeFileSync(join(root, 'a.md'), '');
    expect(await why('delete_file', ['a.md'])).toMatchObject({ outcome: 'allowed' });
    expect(await ask('why', { mode: 'docs', target: 'write_to_file', files: ['a', 'b'], args: {} })).toEqual({
      status: 422,
      answer: { error: "'write_to_file' takes one file." },
    });
  });

  test('a mode that nobody has is not pictured', async () => {
    const { ask } = await open();
    expect((await ask('picture', { mode: 'nobody' })).status).toBe(404);
  });
});

describe('undo of a save', () => {
  test('an undo restores each save byte for byte, one after the other', async () => {
    const { ask, file } = await open();
    expect((await ask('editor', denial('drop'))).answer).toMatchObject({ outcome: 'saved' });
    const saved = readFileSync(file, 'utf8');
    expect(saved).toContain('toolName: drop');
    expect(saved).toContain('# for now');
    const { undo } = (await ask('overview')).answer;
    expect(undo).toMatchObject([{ what: 'saved docs', files: ['.roomodes'] }]);
    expect((await ask('undo', { id: undo[0].id })).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toBe(modes);
    expect((await ask('overview')).answer.undo).toEqual([]);
  });

  test('an undo does not overwrite what somebody else has written since', async () => {
    const { ask, file } = await open();
    await ask('editor', denial('drop'));
    const theirs = `${readFileSync(file, 'utf8')}# theirs\n`;
    writeFileSync(file, theirs);
    const { undo } = (await ask('overview')).answer;
    const { status, answer } = await ask('undo', { id: undo[0].id });
    expect([status, answer.error]).toEqual([409, expect.stringContaining('changed elsewhere')]);
    expect(readFileSync(file, 'utf8')).toBe(theirs);
  });

  test('an undo deletes a file that the save created', async () => {
    const { ask, file } = await open();
    rmSync(file);
    const request = { ...denial('drop'), modeSlug: 'code', base: { restrictions: null } };
    expect((await ask('editor', request)).answer).toMatchObject({ outcome: 'saved' });
    expect(readFileSync(file, 'utf8')).toContain('slug: code');
    const { undo } = (await ask('overview')).answer;
    await ask('undo', { id: undo[0].id });
    expect(() => readFileSync(file)).toThrow('ENOENT');
  });

  test('an undo reverts only the last save', async () => {
    const { ask } = await open();
    expect((await ask('undo', { id: 1 })).status).toBe(409);
  });
});

describe('a fix on the page', () => {
  const findingOf = async (ask: Awaited<ReturnType<typeof open>>['ask'], rule: string) =>
    (await ask('overview')).answer.findings.find((one: { rule: string }) => one.rule === rule);

  test('a fix is shown first, then applied, and can be undone', async () => {
    const { ask, file } = await open();
    const { key } = await findingOf(ask, 'M024');
    const { answer: shown } = await ask('fix', { key, apply: false, allowGrants: false });
    expect(shown).toMatchObject({ isApplied: false, files: [{ file: '.roomodes' }] });
    expect(readFileSync(file, 'utf8')).toBe(modes);
    expect((await ask('fix', { key, apply: true, allowGrants: false })).answer.isApplied).toBe(true);
    expect(readFileSync(file, 'utf8')).toBe(modes.replace('[github, jira]', '[github]'));
    expect(await findingOf(ask, 'M024')).toBeUndefined();
    const { undo } = (await ask('overview')).answer;
    await ask('undo', { id: undo[0].id });
    expect(readFileSync(file, 'utf8')).toBe(modes);
  });

  test('a fix for a finding that is gone or has no fix writes nothing', async () => {
    const { ask, file } = await open();
    const { key } = await findingOf(ask, 'M040');
    for (const each of [key, 'gone'])
      expect((await ask('fix', { key: each, apply: true, allowGrants: true })).status).toBe(409);
    expect(readFileSync(file, 'utf8')).toBe(modes);
  });

  test('a fix that grants something says what and is not applied automatically', async () => {
    const granting = modes.replace('allowedServers: [github, jira]', 'allowedServers: [githb]');
    const { ask, file } = await open();
    writeFileSync(file, granting);
    await expect.poll(() => findingOf(ask, 'M020')).toBeDefined();
    const { key } = await findingOf(ask, 'M020');
    const { answer } = await ask('fix', { key, apply: false, allowGrants: false });
    expect(answer.grants).toContain('github');
    expect((await ask('fix', { key, apply: true, allowGrants: false })).status).toBe(409);
    expect(readFileSync(file, 'utf8')).toBe(granting);
    expect((await ask('fix', { key, apply: true, allowGrants: true })).status).toBe(200);
    expect(readFileSync(file, 'utf8')).toContain('[github]');
  });
});

test('commands and secrets of the servers file reach no page', async () => {
  const { ask, root } = await open();
  const secret = 'sk-very-secret';
  writeFileSync(
    join(root, '.mcp.json'),
    JSON.stringify({ mcpServers: { github: { command: 'secret-command', env: { TOKEN: secret } } } }),
  );
  await settled(ask);
  const editor = await ask('editor', { type: 'getMcpServersForMode', id: '1', modeSlug: 'docs' });
  const all = JSON.stringify([
    await ask('overview'),
    await ask('matrix'),
    await ask('picture', { mode: 'docs' }),
    editor,
  ]);
  expect(all).not.toContain(secret);
  expect(all).not.toContain('secret-command');
});

test('the stream carries the lines of the audit log and begins with the last ones', async () => {
  const entry = { atMs: 1, event: 'decision', tool: 'read_file', allowed: false, lost: 0 } as const;
  const rest = {
    mode: 'docs',
    principal: undefined,
    server: undefined,
    code: 'NO',
    reason: undefined,
    outcome: undefined,
    durationMs: undefined,
  };
  const { origin, token } = await open({
    audit: {
      file: '/a.jsonl',
      async *follow() {
        yield { ...entry, ...rest };
      },
    },
  });
  await expect
    .poll(async () => {
      const closing = new AbortController();
      const stream = await fetch(`${origin}/api/events`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
        signal: closing.signal,
      });
      const { value } = (await stream.body?.getReader().read()) ?? {};
      closing.abort();
      return new TextDecoder().decode(value);
    })
    .toBe(`${JSON.stringify({ type: 'audit', entries: [{ ...entry, mode: 'docs', code: 'NO' }] })}\n`);
});
