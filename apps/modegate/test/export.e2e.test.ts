import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { run } from './support/run-program.ts';
import { cleanProject } from './support/sample-project.ts';

describe.concurrent('export', () => {
  test('modegate export prints the file on stdout and the report on stderr', async () => {
    const { code, stdout, stderr } = await run(
      ['export', '--to', 'opencode', '--mode', 'docs'],
      createFolder(cleanProject),
    );
    expect(code).toBe(0);
    expect(JSON.parse(stdout).agent.docs.permission).toMatchObject({
      '*': 'deny',
      read: 'allow',
      edit: { '*': 'deny', 'docs/*.md': 'allow' },
      bash: 'deny',
    });
    expect(stderr).toMatch(/= exact +edit files\n/);
    expect(stderr).toMatch(/< narrower +start subagents: .*\n +built-in rule always-available/);
    expect(stderr).toMatch(/docs for opencode: \d+ exact, \d+ narrower, 0 not expressible\./);
  });

  test('modegate export writes the file, and replaces an existing one only on request', async () => {
    const folder = createFolder(cleanProject);
    const args = ['export', '--to', 'claude-code', '--mode', 'tickets', '--output', '.claude/settings.json'];
    const first = await run(args, folder);
    expect([first.code, first.stderr]).toEqual([0, '']);
    expect(first.stdout).toMatch(/Wrote \.claude\/settings\.json\./);
    const file = join(folder, '.claude/settings.json');
    expect(JSON.parse(readFileSync(file, 'utf8')).permissions.allow).toContain('mcp__github__get_issue');
    const other = await run(args.with(4, 'docs'), folder);
    expect([other.code, other.stderr]).toEqual([2, expect.stringMatching(/settings\.json already exists.*--force/)]);
    expect((await run([...args.with(4, 'docs'), '--force'], folder)).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8')).permissions.allow).toContain('Edit(/docs/**/*.md)');
  });

  test('modegate export writes nothing that would leave something open, except with --allow-loss', async () => {
    const folder = createFolder(cleanProject);
    const args = ['export', '--to', 'cursor', '--mode', 'docs', '--output', 'cli.json'];
    const refused = await run(args, folder);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toMatch(/✗ not expressible +search the web: .*Nothing was written.*--allow-loss/s);
    expect(existsSync(join(folder, 'cli.json'))).toBe(false);
    const allowed = await run([...args, '--allow-loss'], folder);
    expect(allowed.code).toBe(0);
    expect(allowed.stdout).toMatch(/✗ not expressible +search the web/);
    expect(existsSync(join(folder, 'cli.json'))).toBe(true);
  });

  test('modegate export --json prints the file and the report as data', async () => {
    const folder = createFolder(cleanProject);
    const { code, stdout } = await run(['export', '--to', 'cursor', '--mode', 'docs', '--json'], folder);
    const report = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(report).toMatchObject({
      version: 1,
      isWritten: false,
      target: 'cursor',
      mode: 'docs',
      file: '.cursor/cli.json',
    });
    expect(report.rules).toContainEqual(
      expect.objectContaining({ subject: 'edit files', outcome: 'narrower', by: expect.objectContaining({ line: 8 }) }),
    );
  });

  test('modegate export includes the tools of an inventory', async () => {
    const inventory = JSON.stringify([{ name: 'github', tools: [{ name: 'get_issue' }, { name: 'delete_repo' }] }]);
    const folder = createFolder({ ...cleanProject, 'tools.json': inventory });
    const args = ['export', '--to', 'codex', '--mode', 'tickets', '--inventory', 'tools.json'];
    const { stdout } = await run(args, folder);
    expect(stdout).toMatch(/\[mcp_servers\.github\]\nenabled = true\nenabled_tools = \[ "get_issue" \]/);
  });

  test.each<[string, readonly string[], Readonly<Record<string, string>>, RegExp]>([
    ['a mode that is not there', ['--to', 'zoo', '--mode', 'dosc'], cleanProject, /Did you mean 'docs'/],
    [
      'an agent that is not known',
      ['--to', 'vim', '--mode', 'docs'],
      cleanProject,
      /Allowed choices are opencode, kilo/,
    ],
    ['no agent', ['--mode', 'docs'], cleanProject, /--to <agent>/],
    ['no mode', ['--to', 'zoo'], cleanProject, /--mode <slug>/],
    [
      'a file that cannot be read',
      ['--to', 'zoo', '--mode', 'docs'],
      { '.roomodes': '[' },
      /\.roomodes cannot be used/,
    ],
  ])('%s makes modegate export end with 2', async (_what, args, files, message) => {
    const { code, stdout, stderr } = await run(['export', ...args], createFolder(files));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });

  test('modegate export opens nothing for a mode with an error, and names what cannot be closed', async () => {
    const modes = cleanProject['.roomodes']?.replace('allowedServers: [github]', 'extends: nobody');
    const folder = createFolder({ ...cleanProject, '.roomodes': modes ?? '' });
    const { code, stderr } = await run(['export', '--to', 'zoo', '--mode', 'tickets'], folder);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/✗ not expressible +start subtasks/)]);
  });
});
