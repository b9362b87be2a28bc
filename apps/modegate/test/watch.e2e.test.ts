import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { collectOutput, createFolder, startScript, writeFiles } from '@modegate/cli-kit/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { builtProgram, run, surroundings } from './support/run-program.ts';
import { cleanProject, faultyProject } from './support/sample-project.ts';

const clean = cleanProject['.roomodes'] ?? '';
const faulty = faultyProject['.roomodes'] ?? '';
const running: ReturnType<typeof startScript>[] = [];
afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL');
});

/** Starts a watch and waits for its first check. */
async function watch(folder: string, ...args: readonly string[]) {
  const child = startScript(builtProgram, ['check', '--watch', ...args], surroundings(folder));
  running.push(child);
  const [stdout, stderr] = [collectOutput(child.stdout), collectOutput(child.stderr)];
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const checks = () => stderr().split('Watching for changes').length - 1;
  const until = (words: string) => expect.poll(() => stdout() + stderr()).toContain(words);
  await expect.poll(checks).toBe(1);
  return { child, stdout, stderr, ended, checks, until };
}

/** The last summary on stdout. */
const last = (text: string) => text.trimEnd().split('\n').at(-1);

describe('check --watch', () => {
  test('check --watch checks again when modes, servers, rules or settings change, each time with a summary', async () => {
    const folder = createFolder({ ...cleanProject, '.roo/rules/a.md': 'Be brief.\n' });
    const { stdout, checks } = await watch(folder);
    expect(stdout()).toBe('No findings in 2 files\n');
    const change = async (files: Readonly<Record<string, string>>, summary: RegExp) => {
      const before = checks();
      writeFiles(folder, files);
      await expect.poll(() => checks() > before && last(stdout())).toMatch(summary);
    };
    await change({ '.roomodes': faulty }, /^\d+ errors?, .* in 2 files$/);
    await change({ '.roomodes': clean }, /^No findings in 2 files$/);
    await change({ '.mcp.json': '{' }, /^1 error.* in 3 files$/);
    await change({ '.mcp.json': '{"mcpServers":{}}' }, /^No findings in 3 files$/);
    await change({ '.roo/rules/a.md': 'Be brief.\u200b\u200b\n' }, /in \d files$/);
    await change({ '.claude/settings.json': '{}' }, /^Claude Code: 1 profile, /);
    await change({ '.claude/agents/a.md': '---\nname: a\ndescription: b\n---\n' }, /^Claude Code: 2 profiles, /);
    await change(
      { 'modegate.config.json': '{"persona":"audit","rules":{"M082":"error"}}' },
      /^Claude Code: 2 profiles, /,
    );
    expect(stdout()).toContain(' in 6 files\n');
    // Nothing that moves a cursor or clears a screen gets into a pipe.
    expect(stdout()).not.toContain('\u001b');
  });

  test('check --watch continues while a file is broken, missing, or invalid as settings', async () => {
    const folder = createFolder({ '.roomodes': clean });
    const { stdout, until } = await watch(folder);
    writeFiles(folder, { '.roomodes': 'customModes: [' });
    await until('M001');
    rmSync(join(folder, '.roomodes'));
    await until('There is nothing to check');
    writeFiles(folder, { 'modegate.config.json': '{ "persna": 1 }' });
    await until('persna');
    rmSync(join(folder, 'modegate.config.json'));
    writeFiles(folder, { '.roomodes': clean });
    await expect.poll(() => last(stdout())).toBe('No findings in 1 file');
  });

  test('check --watch continues when the folder is renamed and restored', async () => {
    const outer = createFolder({ 'project/.roomodes': clean });
    const { until, stdout, checks } = await watch(outer, 'project');
    renameSync(join(outer, 'project'), join(outer, 'moved'));
    await until('project does not exist');
    const before = checks();
    writeFiles(outer, { 'moved/.roomodes': faulty });
    renameSync(join(outer, 'moved'), join(outer, 'project'));
    await expect.poll(() => checks() > before && last(stdout())).toMatch(/^\d+ errors?/);
  });

  test.skipIf(process.platform === 'win32').each([
    ['0 after a clean check', clean, 0],
    ['1 after findings', faulty, 1],
  ])('check --watch ends on Ctrl-C with %s', async (_what, modes, code) => {
    const { child, ended, stderr } = await watch(createFolder({ '.roomodes': modes }));
    child.kill('SIGINT');
    expect([await ended, stderr().split('\n').length]).toEqual([code, 2]);
  });

  test('check --watch ends when its output is closed', async () => {
    const folder = createFolder({ '.roomodes': clean });
    const { child, ended } = await watch(folder);
    child.stdout.destroy();
    writeFiles(folder, { '.roomodes': faulty });
    expect([0, 1]).toContain(await ended);
  });

  test.each([
    [['-', '--stdin-filename', '.roomodes'], 'the path `-`'],
    [['--write-baseline', 'b.json'], '--write-baseline'],
    [['--live'], '--live'],
  ])('check --watch rejects %j', async (args, word) => {
    const { code, stderr } = await run(['check', '--watch', ...args], createFolder(cleanProject));
    expect([code, stderr]).toEqual([2, `modegate: --watch and ${word} cannot be used together. Remove one of them.\n`]);
  });

  test('check --watch ends immediately if the path does not exist at the start', async () => {
    const { code, stderr } = await run(['check', '--watch', '--project-root', 'nowhere'], createFolder(cleanProject));
    expect([code, stderr]).toEqual([2, 'modegate: nowhere does not exist.\n']);
  });
});
