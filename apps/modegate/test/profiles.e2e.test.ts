import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import { commitAll, git, run, runWithStdin } from './support/run-program.ts';

const settings = `{
  "permissions": { "allow": ["Bash(git log:*)"], "deny": ["Bash(git push:*)"] },
  "env": { "TOKEN": "sk-live-0123456789abcdef" }
}
`;

describe.concurrent('permissions of other agents', () => {
  test('`why` answers as the agent does, with or without the files of the user', async () => {
    const folder = createFolder({ '.claude/settings.json': settings });
    const home = createFolder({ '.claude/settings.json': '{ "permissions": { "allow": ["Bash(make:*)"] } }' });
    const why = (...words: string[]) => run(['why', 'claude-code', 'Bash', ...words], folder, { HOME: home });
    expect(await why('git push')).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('.claude/settings.json:2'),
    });
    expect(await why('make all')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('~/.claude/settings.json:1'),
    });
    expect(await why('make all', '--no-with-user')).toMatchObject({ code: 1 });
    const { stdout } = await why('git log --output=x', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ effect: 'allow', runs: { effects: ['writes x (git)'] } });
    expect(stdout).not.toContain('sk-live');
  });

  test('an unreadable permission file makes the check incomplete', async () => {
    const folder = createFolder({ '.claude/settings.json': settings, 'opencode.json': '' });
    writeFileSync(join(folder, 'opencode.json'), Buffer.from([0xff, 0xfe, 0]));
    const checked = await run(['check'], folder);
    expect(checked.code).toBe(4);
    expect(checked.stdout.match(/Not evaluated: opencode.json cannot be read/g)).toHaveLength(1);
    git(folder, 'init', '-q');
    expect(await run(['diff', '.', '.'], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('opencode.json cannot be read'),
    });
  });

  test('a broken hooks file is reported, and permissions are evaluated without it', async () => {
    const folder = createFolder({ '.codex/hooks.json': '{ // none\n}' });
    const checked = await run(['check'], folder);
    expect(checked.code).toBe(1);
    expect(checked.stdout).toMatch(
      /^\.codex\/hooks\.json:1:3: error M014 .*Codex silently ignores this whole file and its hooks/m,
    );
    expect(await run(['why', 'codex', 'exec_command', 'ls', '--no-with-user'], folder)).toMatchObject({ code: 0 });
  });

  test("`check --with-user` reads the user's files and those that git ignores", async () => {
    const folder = createFolder({
      '.claude/settings.json': settings,
      '.claude/settings.local.json': '{',
      '.gitignore': '*.local.json\n',
    });
    git(folder, 'init', '-q');
    const home = createFolder({ '.claude/settings.json': '{ "permissions": { "deny": ["Bash(rm:*)"] } } // mine' });
    const check = (...flags: string[]) => run(['check', ...flags], folder, { HOME: home });
    expect(await check()).toMatchObject({ code: 0, stdout: expect.not.stringContaining('local') });
    const whole = await check('--with-user');
    expect(whole.code).toBe(1);
    expect(whole.stdout).toMatch(/^~\/\.claude\/settings\.json:1:\d+: error M014/m);
    expect(whole.stdout).toMatch(/^\.claude\/settings\.local\.json:1:\d+: error M014/m);
  });

  test('`why --calls -` answers the lines of stdin in order', async () => {
    const folder = createFolder({ '.claude/settings.json': settings });
    const calls = ['git push', 'git log'].map((command, id) =>
      JSON.stringify({ id, profile: 'claude-code', tool: 'Bash', arguments: { command } }),
    );
    const { code, stdout } = await runWithStdin(['why', '--calls', '-'], {
      folder,
      home: folder,
      text: calls.join('\n'),
    });
    expect(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toMatchObject([
      { id: 0, effect: 'deny' },
      { id: 1, effect: 'allow' },
    ]);
    expect(code).toBe(0);
  });

  test('`check` lists the files it read, and reports a file that the agent ignores', async () => {
    const folder = createFolder({ '.claude/settings.json': settings, 'opencode.json': '{ "permission": "ask" }' });
    const clean = await run(['check'], folder);
    expect(clean.stdout).toContain('Claude Code: 1 profile, 2 rules in .claude/settings.json\n');
    expect(clean.stdout).toMatch(/^opencode: \d+ profiles, 1 rule in opencode\.json$/m);
    expect(clean.stdout).not.toContain('Kilo');
    expect(clean.code).toBe(0);
    const broken = createFolder({ '.claude/settings.json': settings.replace('"env"', '// x\n  "env"') });
    const { code, stdout } = await run(['check'], broken);
    expect(stdout).toMatch(
      /^\.claude\/settings\.json:3:3: error M014 permission-file-fault: Claude Code silently ignores this whole file/m,
    );
    expect(stdout).toContain('.claude/settings.json (dropped)');
    expect(stdout).not.toContain('sk-live');
    expect(code).toBe(1);
  });

  test('`check` leaves out files that git ignores, and names one that it cannot read', async () => {
    const folder = createFolder({
      '.gitignore': 'settings.local.json\n',
      '.claude/settings.json': settings,
      '.claude/settings.local.json': '{ // x\n}',
      'test/opencode.json': '{ "tools": { "read": {} } }',
      'web/opencode.json': '{ "$schema": "https://opencode.ai/config.json" }',
    });
    git(folder, 'init', '-q');
    expect((await run(['check'], folder)).stdout).toMatch(/^opencode: .* in web\/opencode\.json$/m);
    expect((await run(['check'], folder)).stdout).not.toContain('settings.local.json');
    symlinkSync('/etc/hostname', join(folder, '.mcp.json'));
    expect((await run(['check'], folder)).stdout).toContain('Not evaluated: .mcp.json cannot be read');
  });

  test('SARIF and GitHub annotations contain the file, the line and the region', async () => {
    const folder = createFolder({ '.claude/settings.json': settings.replace('"env"', '// x\n  "env"') });
    const { runs } = JSON.parse((await run(['check', '--format', 'sarif'], folder)).stdout);
    expect(runs[0].results[0]).toMatchObject({
      ruleId: 'M014',
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: '.claude/settings.json', uriBaseId: '%SRCROOT%' },
            region: { startLine: 3, startColumn: 3, endLine: 3, endColumn: 7 },
          },
        },
      ],
    });
    expect((await run(['check', '--format', 'github'], folder)).stdout).toContain(
      '::error file=.claude/settings.json,line=3,endLine=3,col=3,endColumn=6,title=M014 permission-file-fault::',
    );
  });

  test('every other command works or reports what is missing where only agents have files', async () => {
    const folder = createFolder({ '.claude/settings.json': settings });
    commitAll(folder);
    const expected: Readonly<Record<string, number>> = {
      check: 0,
      matrix: 0,
      report: 0,
      'diff HEAD': 0,
      'fix --dry-run': 0,
      'explain M014': 0,
      // The project has no hook, no tests and no lock.
      'hook doctor': 1,
      test: 4,
      lock: 4,
    };
    const codes = Object.keys(expected).map(async (words) => [words, (await run(words.split(' '), folder)).code]);
    expect(Object.fromEntries(await Promise.all(codes))).toEqual(expected);
    expect((await run(['matrix'], folder)).stdout).not.toContain('architect');
  });
});
