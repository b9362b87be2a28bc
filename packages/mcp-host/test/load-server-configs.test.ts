import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type LoadServerConfigsOptions, loadServerConfigs, toPolicyServers } from '@modegate/mcp-host/config';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let folder: string;
let projectRoot: string;
let globalConfigDir: string;

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), 'modegate-')));
  projectRoot = join(folder, 'project');
  globalConfigDir = join(folder, 'storage');
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function write(path: string, content: unknown): Promise<string> {
  const file = join(folder, path);
  await mkdir(dirname(file), { recursive: true });
  const raw = typeof content === 'string' || content instanceof Uint8Array;
  await writeFile(file, raw ? content : JSON.stringify(content, undefined, 2));
  return file;
}

const servers = (...names: readonly string[]) => ({
  mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])),
});

function load(more: Partial<LoadServerConfigsOptions> = {}) {
  return loadServerConfigs({
    projectRoot,
    globalConfigDir,
    homeDir: join(folder, 'home'),
    env: {},
    platform: 'linux',
    ...more,
  });
}

describe('the usual files', () => {
  test('are all optional', async () => {
    const { servers: none, problems, files, unreadable } = await load();
    expect({ none, problems, unreadable }).toEqual({ none: [], problems: [], unreadable: false });
    expect(files.map(({ file, kind, source, state }) => [file.slice(folder.length + 1), kind, source, state])).toEqual([
      ['project/.roo/mcp.json', 'roo', 'project', 'missing'],
      ['storage/settings/mcp_settings.json', 'roo', 'global', 'missing'],
      ['storage/mcp_settings.json', 'roo', 'global', 'missing'],
      ['project/.mcp.json', 'claude-code', 'project', 'missing'],
      ['project/.vscode/mcp.json', 'vscode', 'project', 'missing'],
      ['project/.cursor/mcp.json', 'cursor', 'project', 'missing'],
      ['project/.kilocode/mcp.json', 'kilo', 'project', 'missing'],
      ['project/.bob/mcp.json', 'bob', 'project', 'missing'],
      ['home/.config/Claude/claude_desktop_config.json', 'claude-desktop', 'global', 'missing'],
    ]);
  });

  test('give their servers in the order of precedence', async () => {
    await write('project/.cursor/mcp.json', servers('cursor', 'both'));
    await write('storage/settings/mcp_settings.json', servers('global', 'both'));
    await write('project/.roo/mcp.json', servers('project', 'both'));
    const { servers: loaded, problems } = await load();
    expect(loaded.map(({ name, source }) => [name, source])).toEqual([
      ['project', 'project'],
      ['both', 'project'],
      ['global', 'global'],
      ['cursor', 'project'],
    ]);
    expect(problems.map(({ code, severity, file, server }) => [code, severity, file, server])).toEqual([
      ['SHADOWED', 'info', join(folder, 'storage/settings/mcp_settings.json'), 'both'],
      ['SHADOWED', 'info', join(folder, 'project/.cursor/mcp.json'), 'both'],
    ]);
    expect(problems[0]?.message).toContain(`${join(folder, 'project/.roo/mcp.json')}, line 6`);
  });

  test('without folders to look in are those of the project', async () => {
    const { files } = await loadServerConfigs({ projectRoot });
    expect(files.map(({ source }) => source)).toEqual(Array.from({ length: 6 }, () => 'project'));
  });
});

describe('a server of the project', () => {
  test('that is disabled does not expose the global one of the same name', async () => {
    await write('project/.roo/mcp.json', { mcpServers: { a: { command: 'x', disabled: true } } });
    await write('storage/mcp_settings.json', servers('a'));
    const { servers: loaded, problems } = await load();
    expect(toPolicyServers(loaded)).toMatchObject([{ name: 'a', disabled: true, source: 'project' }]);
    expect(problems).toMatchObject([{ code: 'SHADOWED', message: expect.stringContaining('(disabled)') }]);
  });

  test('that is invalid does not expose the global one of the same name', async () => {
    await write('project/.roo/mcp.json', { mcpServers: { a: { comand: 'x' } } });
    await write('storage/mcp_settings.json', servers('a'));
    const { servers: loaded, problems } = await load();
    expect(toPolicyServers(loaded)).toMatchObject([
      { name: 'a', disabled: true, invalid: expect.stringContaining('needs "command"') },
    ]);
    expect(problems.map(({ code }) => code)).toEqual(['KEY_MISSPELT', 'TRANSPORT_MISSING', 'SHADOWED']);
  });

  test('that collides with another file in tool names is reported once', async () => {
    await write('project/.roo/mcp.json', servers('a b'));
    await write('storage/mcp_settings.json', servers('a_b'));
    const { problems } = await load();
    expect(problems.map(({ code }) => code)).toEqual(['NAME_COLLISION']);
  });
});

describe('a file that cannot be understood', () => {
  test.each([
    ['is broken', '{', 'SYNTAX_ERROR'],
    ['is empty', '', 'FILE_EMPTY'],
    ['is UTF-16', new Uint8Array([0xff, 0xfe, 0x7b, 0, 0x7d, 0]), 'FILE_ENCODING'],
    ['is too large', ' '.repeat(4 * 1024 * 1024 + 1), 'FILE_TOO_LARGE'],
  ])('because it %s closes the servers below it and none above', async (_, content, code) => {
    await write('project/.roo/mcp.json', servers('above'));
    const file = await write('storage/mcp_settings.json', content);
    await write('project/.cursor/mcp.json', servers('below'));
    const { servers: loaded, files, problems, unreadable } = await load();
    expect(unreadable).toBe(true);
    expect(files.find((each) => each.file === file)?.state).toBe('unreadable');
    expect(problems[0]).toMatchObject({ code, severity: 'error', file });
    const policy = toPolicyServers(loaded, files);
    expect(policy.map(({ name, invalid }) => [name, invalid !== undefined])).toEqual([
      ['above', false],
      ['below', true],
    ]);
    expect(policy[1]?.invalid).toContain(file);
  });

  test('because it is a folder is reported', async () => {
    await mkdir(join(projectRoot, '.roo', 'mcp.json'), { recursive: true });
    expect(await load()).toMatchObject({ unreadable: true, problems: [{ code: 'FILE_UNREADABLE' }] });
  });
});

describe('files given by name', () => {
  test('replace the usual ones, in their order', async () => {
    await write('project/.roo/mcp.json', servers('usual'));
    await write('project/first.json', servers('a'));
    const second = await write('second.json', servers('a', 'b'));
    const { servers: loaded, files } = await load({
      files: ['first.json', { file: second, kind: 'cursor', source: 'global' }],
    });
    expect(loaded.map(({ name, kind, source }) => [name, kind, source])).toEqual([
      ['a', 'generic', 'project'],
      ['b', 'cursor', 'global'],
    ]);
    expect(files.map(({ state }) => state)).toEqual(['read', 'read']);
  });

  test('must exist', async () => {
    expect(await load({ files: ['none.json'] })).toMatchObject({
      unreadable: true,
      files: [{ state: 'unreadable' }],
      problems: [{ code: 'FILE_MISSING', severity: 'error' }],
    });
  });
});
