import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compilePolicy, decide } from '@modegate/mode-core';
import { createShellCommandJudge } from '@modegate/project';
import { addPathKinds, readPathKinds } from '@modegate/project/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = join(mkdtempSync(join(tmpdir(), 'kinds-')), 'project');
  mkdirSync(join(root, 'docs/deep'), { recursive: true });
  writeFileSync(join(root, 'docs/a.md'), '');
});
afterEach(() => rmSync(dirname(root), { recursive: true, force: true }));

describe('the path kinds of a call', () => {
  test('a path is a file, a folder or nothing, by the path as given', async () => {
    const paths = ['docs', './docs/', 'docs/deep', 'docs/a.md', 'docs/a.md/x', 'gone', '', '.', join(root, 'docs')];
    expect(await readPathKinds(root, paths)).toEqual({
      docs: 'folder',
      './docs/': 'folder',
      'docs/deep': 'folder',
      'docs/a.md': 'file',
      'docs/a.md/x': 'missing',
      gone: 'missing',
      '': 'folder',
      '.': 'folder',
      [join(root, 'docs')]: 'folder',
    });
  });

  test('a path is not looked up outside the project, or where the name may mean another place', async () => {
    writeFileSync(join(root, '../beside'), '');
    expect(await readPathKinds(root, ['..', '../beside', '/etc', 'docs\0', 'a'.repeat(5000)])).toEqual({});
    const backslash = await readPathKinds(root, ['docs\\a.md']);
    expect(backslash).toEqual(process.platform === 'win32' ? { 'docs\\a.md': 'file' } : {});
  });

  test.skipIf(process.platform === 'win32')('a link has the kind of its target', async () => {
    symlinkSync('docs', join(root, 'folder-link'));
    symlinkSync('docs/a.md', join(root, 'file-link'));
    symlinkSync('nowhere', join(root, 'dangling'));
    symlinkSync('loop', join(root, 'loop'));
    expect(await readPathKinds(root, ['folder-link', 'file-link', 'dangling', 'loop'])).toEqual({
      'folder-link': 'folder',
      'file-link': 'file',
      dangling: 'missing',
    });
  });

  test('path kinds are read for a limited number of paths, and a name such as __proto__ is only a name', async () => {
    mkdirSync(join(root, '__proto__'));
    const kinds = await readPathKinds(root, [
      '__proto__',
      'toString',
      ...Array.from({ length: 200 }, (_, at) => `${at}`),
    ]);
    expect(Object.hasOwn(kinds, '__proto__')).toBe(true);
    expect(Object.keys(kinds)).toHaveLength(100);
  });
});

describe('a request with the path kinds on disk', () => {
  test('a request has path kinds only for a tool that takes a folder', async () => {
    const list = { mode: 'm', tool: 'list_files', params: { path: 'docs' } };
    expect(await addPathKinds(root, list)).toEqual({ ...list, pathKinds: { docs: 'folder' } });
    expect((await addPathKinds(root, { ...list, params: {} })).pathKinds).toEqual({ '': 'folder' });
    for (const request of [
      { mode: 'm', tool: 'write_to_file', params: { path: 'docs/a.md' } },
      { mode: 'm', tool: 'use_mcp_tool', params: { path: 'docs' } },
      { mode: 'm', tool: 'list_files', params: { path: ['docs'] } },
      { ...list, pathKinds: { docs: 'file' as const } },
    ])
      expect(await addPathKinds(root, request)).toBe(request);
    expect(await addPathKinds(undefined, list)).toBe(list);
  });

  test('a request has the paths in a command if a policy can read them', async () => {
    const mode = {
      slug: 'm',
      name: 'M',
      roleDefinition: 'r',
      groups: [['read', { fileRegex: '^docs/' }], 'command'],
      commandRestrictions: { allowedCommands: ['ls *'] },
    } as const;
    const policy = compilePolicy({ project: [mode], commands: createShellCommandJudge('bash') });
    const list = { mode: 'm', tool: 'execute_command', params: { command: 'ls docs docs/a.md gone; ls "$x"' } };
    const request = await addPathKinds(root, list, policy);
    expect(request.pathKinds).toEqual({ docs: 'folder', 'docs/a.md': 'file', gone: 'missing' });
    expect(decide(policy, { ...list, params: { command: 'ls docs' }, pathKinds: request.pathKinds }).allowed).toBe(
      true,
    );
    expect(await addPathKinds(root, list)).toBe(list);
    const output = { ...list, tool: 'read_command_output' };
    expect(await addPathKinds(root, output, policy)).toBe(output);
  });

  test('R1-4: a search of a file is judged by the file, whatever its file_pattern', async () => {
    const mode = { slug: 'm', name: 'M', roleDefinition: 'r', groups: [['read', { fileRegex: '\\.md$' }]] } as const;
    const policy = compilePolicy({ project: [mode] });
    writeFileSync(join(root, 'docs/key.pem'), '');
    const search = async (path: string) => {
      const params = { path, regex: '.', file_pattern: '*.md' };
      return decide(policy, await addPathKinds(root, { mode: 'm', tool: 'search_files', params })).allowed;
    };
    expect(await search('docs')).toBe(true);
    expect(await search('docs/a.md')).toBe(true);
    expect(await search('docs/key.pem')).toBe(false);
    expect(await search('gone')).toBe(false);
  });
});
