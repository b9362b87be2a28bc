import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { commitAll, run } from './support/run-program.ts';
import { cleanProject, faultyProject } from './support/sample-project.ts';

const read = (folder: string, name = 'modegate-report.html') => readFileSync(join(folder, name), 'utf8');
const withCommand = (cleanProject['.roomodes'] ?? '').replace('groups: [read, mcp]', 'groups: [read, mcp, command]');

describe.concurrent('report', () => {
  test('modegate report writes a page with every mode, and prints its path', async () => {
    const folder = createFolder(cleanProject);
    const { code, stdout, stderr } = await run(['report'], folder);
    expect([code, stdout, stderr]).toEqual([0, 'Wrote modegate-report.html\n', '']);
    const page = read(folder);
    for (const name of ['Docs', 'Tickets', 'Code']) expect(page).toMatch(new RegExp(`>[^<]*${name}</bdi>`));
    expect(page).toContain('github/get_issue');
  });

  test('modegate report writes to the file given with --html, or to stdout', async () => {
    const folder = createFolder(cleanProject);
    await run(['report', '--html', 'out/page.html', '--mode', 'docs'], folder);
    const { stdout } = await run(['report', '--html', '-', '--mode', 'docs'], folder);
    expect(stdout.replaceAll(/\d+ of \d+ files/g, '')).toBe(
      read(folder, 'out/page.html').replaceAll(/\d+ of \d+ files/g, ''),
    );
    expect(stdout).not.toContain('>Tickets</bdi>');
  });

  test('modegate report replaces an older report, and any other file only with --force', async () => {
    const folder = createFolder(cleanProject);
    for (const _ of [1, 2]) expect((await run(['report'], folder)).code).toBe(0);
    const refused = await run(['report', '--html', '.roomodes'], folder);
    expect([refused.code, refused.stderr]).toEqual([
      2,
      'modegate: .roomodes already exists and was not written by `modegate report`. Choose another name, or use --force to replace it.\n',
    ]);
    expect(read(folder, '.roomodes')).toBe(cleanProject['.roomodes']);
    await run(['report', '--html', 'src/a.ts', '--force'], folder);
    expect(read(folder, 'src/a.ts')).toContain('<!doctype html>');
  });

  test('modegate report --base shows what a change grants and opens', async () => {
    const folder = createFolder(cleanProject);
    commitAll(folder);
    writeFiles(folder, { '.roomodes': withCommand });
    const { code } = await run(['report', '--base', 'HEAD'], folder);
    expect(code).toBe(0);
    expect(read(folder)).toContain('tickets gains execute_command');
    expect(read(folder)).toContain('1 of 4 files');
    const diff = await run(['diff', 'HEAD'], folder);
    expect(diff.stdout).toContain('tickets gains execute_command');
  });

  test('R1-10: modegate report --base shows what changed settings grant and remove, as diff does', async () => {
    const config = (value: object) => ({ 'modegate.config.json': JSON.stringify(value) });
    const folder = createFolder({ ...cleanProject, ...config({}) });
    commitAll(folder);
    writeFiles(folder, config({ hooks: { protect: false }, disabledTools: ['skill'] }));
    expect((await run(['report', '--base', 'HEAD'], folder)).code).toBe(0);
    const { settings } = JSON.parse((await run(['diff', 'HEAD', '--format', 'json'], folder)).stdout);
    expect(settings).toHaveLength(2);
    expect(read(folder)).toMatch(/hooks\.protect.* is off.*disabledTools.* now lists skill/s);
  });

  test('modegate report is written without a comparison that fails, and ends with 4', async () => {
    const folder = createFolder(cleanProject);
    commitAll(folder);
    const { code, stderr } = await run(['report', '--base', 'nowhere'], folder);
    expect(code).toBe(4);
    expect(stderr).toContain("'nowhere' is not a revision");
    expect(read(folder)).toContain('The comparison with');
  });

  test('modegate report includes findings without failing, even for an unreadable file', async () => {
    const folder = createFolder({ ...faultyProject, '.roo/mcp.json': '{' });
    const { code } = await run(['report'], folder);
    expect(code).toBe(0);
    expect(read(folder)).toContain('M00');
    expect(read(folder)).toContain('.roo/mcp.json:1');
  });

  test('modegate report shows the agents in use, and built-in modes only for the Roo family', async () => {
    const folder = createFolder({ '.claude/settings.json': '{ "permissions": { "deny": ["Bash(git push:*)"] } }' });
    expect((await run(['report'], folder)).code).toBe(0);
    expect(read(folder)).toContain('denied by &#39;Bash(git push:*)&#39;');
    expect(read(folder)).not.toContain('Architect');
    commitAll(folder);
    writeFiles(folder, { '.claude/settings.json': '{ "permissions": { "allow": ["Bash(make:*)"] } }' });
    expect((await run(['report', '--base', 'HEAD'], folder)).code).toBe(0);
    expect(read(folder)).toMatch(/<h3>Grants<\/h3>.*<bdi>claude-code may now run any `make` without asking/);
  });

  test('modegate report rejects invalid flags, and writes nothing', async () => {
    const folder = createFolder(cleanProject);
    const outcome = await run(['report', '--mode', 'dcos'], folder);
    expect([outcome.code, outcome.stderr]).toEqual([2, "modegate: Unknown mode 'dcos'. Did you mean 'docs'?\n"]);
    expect(existsSync(join(folder, 'modegate-report.html'))).toBe(false);
  });
});
