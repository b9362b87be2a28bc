import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { decide } from '@modegate/mode-core';
import { loadProject, type ProjectLocation } from '@modegate/project/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'project-'));
  mkdirSync(join(root, 'project'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const modes = (...slugs: string[]) =>
  `customModes:\n${slugs.map((slug) => `  - { slug: ${slug}, name: ${slug}, roleDefinition: r, groups: [read, mcp] }\n`).join('')}`;
const servers = (...names: string[]) =>
  JSON.stringify({ mcpServers: Object.fromEntries(names.map((name) => [name, { command: 'x' }])) });

function write(path: string, text: string | Buffer): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), text);
}

const load = (options: Partial<ProjectLocation> = {}) =>
  loadProject({ projectRoot: join(root, 'project'), globalConfigDir: join(root, 'global'), ...options });
const states = async (what: 'modes' | 'servers', options: Partial<ProjectLocation> = {}) =>
  (await load(options)).sources.flatMap((source) =>
    source.what === what && source.state !== 'missing' ? [`${source.layer} ${source.path} ${source.state}`] : [],
  );

describe('loadProject and modes', () => {
  test('loadProject returns no layers and no problems without modes', async () => {
    const project = await load();
    expect(project).toMatchObject({ root: join(root, 'project'), modes: {}, servers: [], problems: [] });
    expect(project.sources.every(({ state }) => state === 'missing')).toBe(true);
  });

  test('modes of both layers form one policy, and a rule names file and line', async () => {
    write('project/.roomodes', modes('mine', 'both'));
    write('global/settings/custom_modes.yaml', modes('both', 'theirs'));
    const { policy } = await load();
    const own = policy.modes.map(({ config, source }) => `${source} ${config.slug}`);
    expect(own).toEqual(expect.arrayContaining(['project mine', 'project both', 'global theirs']));
    const path = join(root, 'project', 'a.ts');
    expect(decide(policy, { mode: 'mine', tool: 'read_file', params: { path } })).toMatchObject({
      allowed: true,
      by: { file: '.roomodes', line: 2 },
    });
  });

  test.each(['.kilocodemodes', '.zoomodes', '.bob/custom_modes.yaml'])(
    '%s is read if .roomodes does not exist',
    async (name) => {
      write(`project/${name}`, modes('mine'));
      expect(await states('modes')).toEqual([`project ${name} read`]);
    },
  );

  test('the best of several files of a layer is used and the others are reported', async () => {
    write('project/.zoomodes', modes('zoo'));
    write('project/.roomodes', modes('roo'));
    write('global/custom_modes.json', '{"customModes":[]}');
    write('global/settings/custom_modes.yaml', modes('new'));
    expect(await states('modes')).toEqual([
      'project .roomodes read',
      'project .zoomodes ignored',
      'global settings/custom_modes.yaml read',
      'global custom_modes.json ignored',
    ]);
  });

  test('modes of the user are left out without a global folder', async () => {
    const { sources } = await load({ globalConfigDir: undefined });
    expect(sources.some(({ layer }) => layer === 'global')).toBe(false);
  });
});

describe('loadProject and servers', () => {
  test('servers come from the usual places, strongest first', async () => {
    write('project/.cursor/mcp.json', servers('cursor', 'both'));
    write('global/settings/mcp_settings.json', servers('global', 'both'));
    write('project/.roo/mcp.json', servers('project', 'both'));
    const { servers: found, problems } = await load();
    expect(found.map(({ name, source }) => `${source} ${name}`)).toEqual([
      'project project',
      'project both',
      'global global',
      'project cursor',
    ]);
    expect(problems.map(({ code, file }) => [code, file])).toEqual([
      ['SHADOWED', join(root, 'global/settings/mcp_settings.json')],
      ['SHADOWED', '.cursor/mcp.json'],
    ]);
  });

  test('servers that are disabled or broken in the project hide those of the user', async () => {
    write(
      'project/.roo/mcp.json',
      '{ "mcpServers": { "a": { "command": "x", "disabled": true }, "b": { "comand": "x" } } }',
    );
    write('global/mcp_settings.json', servers('a', 'b'));
    const { policy } = await load();
    expect(policy.servers).toMatchObject([
      { name: 'a', disabled: true },
      { name: 'b', disabled: true, invalid: expect.stringContaining('command') },
    ]);
  });

  test('named server files replace the usual ones, in their order, and must exist', async () => {
    write('project/.roo/mcp.json', servers('usual'));
    write('project/first.json', servers('a'));
    write('second.json', servers('a', 'b'));
    const serverFiles = ['first.json', join(root, 'second.json')];
    expect((await load({ serverFiles })).servers.map(({ name }) => name)).toEqual(['a', 'b']);
    expect((await load({ serverFiles: ['none.json'] })).problems).toMatchObject([
      { code: 'FILE_UNREADABLE', severity: 'error', message: expect.stringContaining('does not exist') },
    ]);
  });

  test.each([
    ['is broken', '{', 'SYNTAX_ERROR'],
    ['is empty', '', 'FILE_EMPTY'],
    ['is not UTF-8', Buffer.from([0x7b, 0xe4, 0x7d]), 'FILE_ENCODING'],
    ['is too large', ' '.repeat(4 * 1024 * 1024 + 1), 'FILE_TOO_LARGE'],
  ])('servers in a file that %s are unknown, and those of later places are refused', async (_, content, code) => {
    write('project/.roo/mcp.json', servers('above'));
    write('global/mcp_settings.json', content);
    write('project/.cursor/mcp.json', servers('below'));
    const { policy, problems } = await load();
    expect(problems[0]).toMatchObject({ code, severity: 'error', file: join(root, 'global/mcp_settings.json') });
    expect(policy.servers?.map(({ name, invalid }) => [name, invalid !== undefined])).toEqual([
      ['above', false],
      ['below', true],
    ]);
  });
});

describe('unreadable project paths', () => {
  async function expectUnreadable(options: Partial<ProjectLocation> = {}, code = 'FILE_UNREADABLE'): Promise<string> {
    const { policy, problems, modes: layers } = await load(options);
    expect(problems).toContainEqual(expect.objectContaining({ code, severity: 'error' }));
    expect(decide(policy, { mode: 'code', tool: 'read_file', params: { path: 'a' } })).toMatchObject({
      allowed: false,
      code: 'MODES_UNREADABLE',
    });
    return layers.project?.unreadable ?? '';
  }

  test('loadProject refuses a project folder that does not exist or is a file', async () => {
    expect(await expectUnreadable({ projectRoot: join(root, 'typo') })).toContain('typo');
    write('file', '');
    expect(await expectUnreadable({ projectRoot: join(root, 'file') })).toContain('not a folder');
  });

  test('loadProject refuses a folder in place of a file', async () => {
    mkdirSync(join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('folder');
  });

  test('loadProject refuses a dangling link and a link to itself', async () => {
    symlinkSync('nowhere', join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('link');
    rmSync(join(root, 'project/.roomodes'));
    symlinkSync('.roomodes', join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('loop');
  });

  test.skipIf(process.platform === 'win32')('loadProject refuses a device', async () => {
    symlinkSync('/dev/zero', join(root, 'project/.roomodes'));
    expect(await expectUnreadable()).toContain('regular');
  });

  test.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'loadProject refuses a file without permission',
    async () => {
      write('project/.roomodes', modes('a'));
      chmodSync(join(root, 'project/.roomodes'), 0);
      expect(await expectUnreadable()).toContain('permission');
    },
  );

  test('loadProject refuses a file over 4 MiB', async () => {
    write('project/.roomodes', Buffer.alloc(4 * 1024 * 1024 + 1, '#'));
    await expectUnreadable({}, 'FILE_TOO_LARGE');
  });

  test('structure 1.3 C: loadProject refuses text that is not UTF-8, but accepts a byte order mark', async () => {
    write('project/.roomodes', Buffer.concat([Buffer.from(`${modes('a')}# caf`), Buffer.from([0xe9, 0x0a])]));
    expect(await expectUnreadable({}, 'FILE_ENCODING')).toContain('UTF-8');
    write('project/.roomodes', Buffer.from(`\uFEFF${modes('a')}`, 'utf16le'));
    expect(await expectUnreadable({}, 'FILE_ENCODING')).toContain('UTF-16');
    write('project/.roomodes', `\uFEFF${modes('a')}`);
    expect((await load()).modes.project?.modes).toHaveLength(1);
  });
});

describe('loadProject and symbolic links', () => {
  test('links inside the project are followed', async () => {
    write('project/config/real.yaml', modes('linked'));
    symlinkSync('config/real.yaml', join(root, 'project/.roomodes'));
    expect((await load()).modes.project).toMatchObject({ file: '.roomodes', modes: [{ config: { slug: 'linked' } }] });
  });

  test('links of the user may lead anywhere', async () => {
    write('dotfiles/modes.yaml', modes('linked'));
    mkdirSync(join(root, 'global'));
    symlinkSync('../dotfiles/modes.yaml', join(root, 'global/custom_modes.yaml'));
    expect((await load()).modes.global?.modes).toHaveLength(1);
  });

  test.each([
    ['a token in .npmrc', '//registry.example/:_authToken=SECRET\n'],
    ['credentials', 'https://bob:SECRET@example.org\n'],
    ['modes', `${modes('code')}# SECRET\n`],
  ])(
    'security H2: a link out of the project makes a modes file broken, and the problem quotes nothing of %s',
    async (_, content) => {
      write('outside/file', content);
      symlinkSync('../outside/file', join(root, 'project/.roomodes'));
      const project = await load();
      expect(project.modes.project?.unreadable).toContain('points outside the project');
      expect(JSON.stringify(project)).not.toContain('SECRET');
      expect(decide(project.policy, { mode: 'code', tool: 'read_file', params: { path: 'a' } })).toMatchObject({
        code: 'MODES_UNREADABLE',
      });
    },
  );

  test('security H2: a link out of the project makes a server file broken', async () => {
    write('outside/mcp.json', servers('theirs'));
    mkdirSync(join(root, 'project/.roo'));
    symlinkSync('../../outside/mcp.json', join(root, 'project/.roo/mcp.json'));
    symlinkSync('../outside', join(root, 'project/.cursor'));
    write('project/.vscode/mcp.json', '{ "servers": { "below": { "type": "stdio", "command": "x" } } }');
    expect(await states('servers')).toEqual([
      'project .roo/mcp.json unreadable',
      'project .vscode/mcp.json read',
      'project .cursor/mcp.json unreadable',
    ]);
    expect((await load()).policy.servers).toMatchObject([{ name: 'below', invalid: expect.any(String) }]);
  });
});
