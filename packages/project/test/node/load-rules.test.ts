import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { compilePolicy } from '@modegate/mode-core';
import { renderSystemPrompt } from '@modegate/mode-core/prompt';
import { loadRules, type RulesRequest } from '@modegate/project/node';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'rules-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

const load = (options: Partial<RulesRequest> = {}) =>
  loadRules({ projectRoot: join(root, 'project'), homeDir: join(root, 'home'), mode: 'code', ...options });

test('loadRules returns nothing for a project without rules', async () => {
  expect(await load()).toEqual({ mode: [], agent: [], generic: [], problems: [] });
});

test('rules come from home before the project, recursively, sorted by lower-cased file name, with their path', async () => {
  write('home/.roo/rules-code/z.md', 'home z');
  write('project/.roo/rules-code/B.md', 'b');
  write('project/.roo/rules-code/sub/a.md', 'a');
  write('project/.roo/rules-code/c.txt', 'c');
  write('project/.roo/rules-other/x.md', 'x');
  write('home/.roo/rules/all.md', 'all');
  const { mode, generic, problems } = await load();
  expect(mode).toEqual([
    { path: '~/.roo/rules-code/z.md', text: 'home z' },
    { path: '.roo/rules-code/sub/a.md', text: 'a' },
    { path: '.roo/rules-code/B.md', text: 'b' },
    { path: '.roo/rules-code/c.txt', text: 'c' },
  ]);
  expect(generic).toEqual([{ path: '~/.roo/rules/all.md', text: 'all' }]);
  expect(problems).toEqual([]);
});

test('loadRules leaves out leftovers of editors and tools and blank files', async () => {
  for (const name of ['.DS_Store', 'Thumbs.db', 'a.md.bak', 'x.tmp', 'y.log', 'z.swp'])
    write(`project/.roo/rules/${name}`, 'no');
  write('project/.roo/rules/blank.md', ' \n');
  write('project/.roo/rules/log.md', 'yes');
  expect((await load()).generic.map(({ text }) => text)).toEqual(['yes']);
});

test('loadRules uses the single rule files where no folder has a rule', async () => {
  write('project/.clinerules-code', 'old mode rules');
  write('project/.roorules', 'generic rules');
  write('project/.clinerules', 'older');
  expect(await load()).toMatchObject({
    mode: [{ path: '.clinerules-code' }],
    generic: [{ path: '.roorules', text: 'generic rules' }],
  });
  write('project/.roo/rules-code/a.md', 'a');
  expect((await load()).mode).toMatchObject([{ text: 'a' }]);
});

test('loadRules prefers AGENTS.md to AGENT.md, and adds the local agent file', async () => {
  write('project/AGENT.md', 'one');
  write('project/AGENTS.local.md', 'mine');
  expect((await load()).agent.map(({ text }) => text)).toEqual(['one', 'mine']);
  write('project/AGENTS.md', 'all');
  expect((await load()).agent.map(({ text }) => text)).toEqual(['all', 'mine']);
  expect((await load({ agentFiles: false })).agent).toEqual([]);
});

test('all rules reach the prompt in order', async () => {
  write('project/.roo/rules-code/a.md', 'MODE RULE');
  write('project/.rooignore', 'secrets/\n');
  write('project/AGENTS.md', 'AGENT RULE');
  write('project/.roo/rules/a.md', 'GENERIC RULE');
  const prompt = renderSystemPrompt(compilePolicy(), 'code', { rules: await load() });
  const places = ['MODE RULE', 'secrets/', 'AGENT RULE', 'GENERIC RULE'].map((text) => prompt.indexOf(text));
  expect(places.every((place) => place > 0)).toBe(true);
  expect(places.toSorted((a, b) => a - b)).toEqual(places);
});

describe('loadRules and symbolic links', () => {
  test('links to files and folders are followed, under their own name', async () => {
    write('project/elsewhere/zz.md', 'linked');
    write('project/elsewhere/deep/d.md', 'deep');
    write('project/.roo/rules/m.md', 'm');
    symlinkSync(join(root, 'project/elsewhere/zz.md'), join(root, 'project/.roo/rules/a.md'));
    symlinkSync(join(root, 'project/elsewhere/deep'), join(root, 'project/.roo/rules/folder'));
    expect((await load()).generic.map(({ text }) => text)).toEqual(['linked', 'deep', 'm']);
  });

  test('links that form a circle are followed once', async () => {
    write('project/.roo/rules/a.md', 'a');
    symlinkSync('..', join(root, 'project/.roo/rules/up'));
    symlinkSync('self', join(root, 'project/.roo/rules/self'));
    const { generic, problems } = await load();
    expect(generic.map(({ text }) => text)).toEqual(['a']);
    expect(problems).toMatchObject([{ code: 'RULES_UNREADABLE', severity: 'warning' }]);
  });

  test('security H3: links out of the project are left out and reported, without their target', async () => {
    write('outside/credentials', 'https://bob:token@host');
    write('outside/folder/passwd', 'root:x:0');
    write('project/.roo/rules/m.md', 'm');
    symlinkSync('../../../outside/credentials', join(root, 'project/.roo/rules/a.md'));
    symlinkSync(join(root, 'outside/folder'), join(root, 'project/.roo/rules/etc'));
    symlinkSync('../outside/credentials', join(root, 'project/AGENTS.md'));
    symlinkSync('../outside/credentials', join(root, 'project/.rooignore'));
    const loaded = await load();
    expect(loaded).toMatchObject({ generic: [{ text: 'm' }], agent: [] });
    expect(new Set(loaded.problems.map(({ file }) => file))).toEqual(
      new Set(['.roo/rules', '.roo/rules/a.md', '.rooignore', 'AGENTS.md']),
    );
    expect(JSON.stringify(loaded)).not.toMatch(/token|root:x/);
  });

  test('links of the user to their own rules may lead anywhere', async () => {
    write('dotfiles/mine.md', 'mine');
    mkdirSync(join(root, 'home/.roo/rules'), { recursive: true });
    symlinkSync(join(root, 'dotfiles/mine.md'), join(root, 'home/.roo/rules/mine.md'));
    symlinkSync(join(root, 'dotfiles'), join(root, 'home/.roo/rules/all'));
    expect((await load()).generic.map(({ text }) => text)).toEqual(['mine', 'mine']);
  });

  test('links to nowhere are reported', async () => {
    mkdirSync(join(root, 'project/.roo/rules'), { recursive: true });
    symlinkSync('nowhere', join(root, 'project/.roo/rules/a.md'));
    expect((await load()).problems).toMatchObject([{ code: 'RULES_UNREADABLE', source: 'project' }]);
  });
});

describe('limits of loadRules', () => {
  test('loadRules limits the number of files', async () => {
    for (const name of ['a', 'b', 'c']) write(`project/.roo/rules/${name}.md`, name);
    const { generic, problems } = await load({ maxFiles: 2 });
    expect(generic.map(({ text }) => text)).toEqual(['a', 'b']);
    expect(problems).toMatchObject([{ code: 'RULES_UNREADABLE', file: '.roo/rules/c.md' }]);
  });

  test('loadRules limits the bytes of all files together', async () => {
    write('project/.roo/rules-code/a.md', 'x'.repeat(60));
    write('project/.roo/rules/b.md', 'y'.repeat(60));
    write('project/.roo/rules/c.md', 'z'.repeat(40));
    const { mode, generic, problems } = await load({ maxBytes: 100 });
    expect([...mode, ...generic].map(({ path }) => path)).toEqual(['.roo/rules-code/a.md', '.roo/rules/c.md']);
    expect(problems).toMatchObject([{ file: '.roo/rules/b.md' }]);
  });
});

test.each(['..', '../x', 'a/b', 'a\\b', '', 'a b', 'a\0'])(
  '%j is not a slug and never becomes a path',
  async (mode) => {
    await expect(load({ mode })).rejects.toMatchObject({
      name: 'ModeError',
      code: 'MODE_INVALID',
      data: { slug: mode },
    });
  },
);

test('loadRules ignores a folder in place of a file, and a file in place of a folder', async () => {
  write('project/.clinerules/a.md', 'a rule of another tool');
  write('project/.roo/rules-code', 'no folder');
  mkdirSync(join(root, 'project/AGENTS.md'));
  write('project/AGENT.md', 'one');
  const { mode, generic, agent } = await load();
  expect({ mode, generic, agent }).toMatchObject({ mode: [], generic: [], agent: [{ text: 'one' }] });
});
