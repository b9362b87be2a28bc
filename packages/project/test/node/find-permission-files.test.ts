import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { memoryFiles } from '@modegate/project';
import { findPermissionFiles, readLinks } from '@modegate/project/node';
import { expect, onTestFinished, test } from 'vitest';

const places = {
  project: ['.claude/settings.json', '.claude/agents/**/*.md', '.claude/skills/*/SKILL.md', 'opencode.json'],
  user: ['.claude/settings.json'],
  machine: [],
  signs: [],
};

function createFolder(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'permissions-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text, 'latin1');
  }
  return folder;
}

async function namesIn(folder: string, request: Partial<Parameters<typeof findPermissionFiles>[1]> = {}) {
  const { files, unreadable } = await findPermissionFiles(places, { projectRoot: folder, ...request });
  return { names: files.files.map(({ name }) => name), unreadable };
}

const project = () =>
  createFolder({
    '.claude/settings.json': '{}',
    '.claude/agents/deep/er/a.md': 'a',
    '.claude/agents/a.txt': 'no agent',
    '.claude/skills/one/SKILL.md': 's',
    '.claude/skills/one/node_modules/x/SKILL.md': 's',
    '.claude/skills/one/deep/SKILL.md': 's',
    '.claude/notes.md': 'other',
    'apps/web/opencode.json': '{}',
    'node_modules/x/opencode.json': '{}',
  });

test('permission files are found in the project folder', async () => {
  expect(await namesIn(project())).toEqual({
    names: ['.claude/settings.json', '.claude/agents/deep/er/a.md', '.claude/skills/one/SKILL.md'],
    unreadable: [],
  });
});

test('the list provides further start folders, without installed packages', async () => {
  const listed = ['apps/web/opencode.json', 'node_modules/x/opencode.json', 'src/a.ts'];
  expect((await namesIn(project(), { listed })).names).toContain('apps/web/opencode.json');
  expect((await namesIn(project(), { listed, onlyListed: true })).names).toEqual(['apps/web/opencode.json']);
});

test('git decides which files the list leaves out; without a list nothing is known', async () => {
  const ignoredIn = async (listed?: readonly string[]) => {
    const { files } = await findPermissionFiles(places, { projectRoot: project(), listed });
    return files.files.map(({ isIgnored }) => isIgnored);
  };
  expect(await ignoredIn(['.claude/settings.json'])).toEqual([false, true, true]);
  expect(await ignoredIn()).toEqual([undefined, undefined, undefined]);
});

test('the project files may come from elsewhere, such as a revision', async () => {
  const files = memoryFiles({ 'opencode.json': '{"a":1}' });
  const request = { files, listed: ['opencode.json', 'src/a.ts'], onlyListed: true };
  expect(await namesIn(project(), request)).toEqual({ names: ['opencode.json'], unreadable: [] });
});

test('the files of the user are read only with a home folder and are shown with a `~`', async () => {
  const home = createFolder({ '.claude/settings.json': '{}' });
  const { names } = await namesIn(project(), { home });
  expect(names).toContain('~/.claude/settings.json');
});

test('a link out of the project and a non-text file are named and not read', async () => {
  const folder = createFolder({ 'opencode.json': Buffer.from([0xff, 0xfe, 0xff]).toString('latin1') });
  const outside = createFolder({ 'settings.json': '{"a":1}' });
  symlinkSync(outside, join(folder, '.claude'));
  const { names, unreadable } = await namesIn(folder);
  expect(names).not.toContain('.claude/settings.json');
  expect(unreadable.join()).toContain('.claude/settings.json cannot be read');
});

test('links on the way to a path are found, but none outside the folder', async () => {
  const outside = createFolder({ secret: 'x' });
  const folder = createFolder({ 'src/a.ts': '' });
  symlinkSync('src', join(folder, 'one'));
  symlinkSync('one', join(folder, 'two'));
  symlinkSync(outside, join(folder, 'out'));
  symlinkSync('loop', join(folder, 'loop'));
  expect(await readLinks(folder, ['two/a.ts', 'out/secret', 'src/a.ts', '../x', '/etc/hostname'])).toEqual({
    [join(folder, 'two')]: join(folder, 'one'),
    [join(folder, 'one')]: join(folder, 'src'),
    [join(folder, 'out')]: outside,
  });
  expect(await readLinks(folder, ['loop'])).toEqual({ [join(folder, 'loop')]: join(folder, 'loop') });
});
