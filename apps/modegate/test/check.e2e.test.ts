import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, writeFiles } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { commitAll, run, runWithStdin } from './support/run-program.ts';
import { cleanProject, faultyProject } from './support/sample-project.ts';

const formats = ['pretty', 'concise', 'json', 'jsonl', 'sarif', 'junit', 'github', 'gitlab', 'markdown'];

describe.concurrent('help', () => {
  test('--help lists every command and the meaning of the exit codes', async () => {
    const { code, stdout } = await run(['--help'], createFolder());
    expect(code).toBe(0);
    for (const name of [
      'check',
      'why',
      'matrix',
      'diff',
      'test',
      'lock',
      'fix',
      'suggest',
      'init',
      'explain',
      'migrate',
    ])
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    expect(stdout).toContain('Exit codes: 0 clean');
  });

  test.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
    expect(await run([flag], createFolder())).toEqual({
      code: 0,
      signal: null,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    });
  });
});

describe.concurrent('exit codes in every format', () => {
  test.each(formats)('the exit code of check does not depend on the format %s', async (format) => {
    const clean = await run(['check', '--format', format], createFolder(cleanProject));
    expect([clean.code, clean.stderr]).toEqual([0, '']);
    const faulty = await run(['check', '--format', format], createFolder(faultyProject));
    expect([faulty.code, faulty.stderr]).toEqual([1, '']);
    const zero = await run(['check', '--format', format, '--exit-zero'], createFolder(faultyProject));
    expect([zero.code, zero.stdout]).toEqual([0, faulty.stdout]);
    const broken = createFolder({ ...cleanProject, 'modegate.config.json': '{' });
    expect(await run(['check', '--format', format, '--exit-zero'], broken)).toMatchObject({ code: 2, stdout: '' });
    const unevaluated = ['check', '--format', format, '--lock', 'none.json', '--exit-zero'];
    expect(await run(unevaluated, createFolder(cleanProject))).toMatchObject({ code: 4, stdout: '' });
  });
});

describe.concurrent('errors that end with exit code 2 and a message on stderr', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['a misspelt flag', ['--fromat', 'json'], /Did you mean --format/],
    ['a misspelt command', ['chek'], /Did you mean the command 'check'/],
    ['a path that is not there', ['check', 'nowhere'], /nowhere/],
    ['an unknown format', ['check', '--format', 'xml'], /Allowed choices are pretty/],
    ['an output without a format', ['check', '--output', 'a.sarif'], /<format>=<file>/],
    ['an output that cannot be written', ['check', '--output', 'json=.roomodes/x'], /could not be written/],
    [
      'a configuration file that is not there',
      ['check', '--config', 'c.json'],
      /c\.json could not be read: it does not exist/,
    ],
    ['a baseline that is not there', ['check', '--baseline', 'b.json'], /--write-baseline/],
    [
      'a file of another kind',
      ['check', 'src/a.ts'],
      /does not recognise src\/a\.ts as a modes file, an MCP server file or an agent's permission file/,
    ],
    ['an unknown rule', ['explain', 'M03'], /Did you mean 'M003'/],
    ['an unknown mode', ['why', 'doc', 'read_file'], /Did you mean 'docs'/],
    ['arguments that are no JSON', ['why', 'docs', 'read_file', '--args', '{'], /--args is not valid JSON/],
    ['a time without a zone', ['why', 'docs', 'read_file', '--at', '2026-01-01T00:00:00'], /with a time zone/],
    ['an inventory that is none', ['matrix', '--inventory', 'src/a.ts'], /not valid JSON/],
  ])('the command line ends with exit code 2: %s', async (_what, args, message) => {
    const { code, stdout, stderr } = await run(args, createFolder(cleanProject));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test('check ends with exit code 2 when there is nothing to check', async () => {
    expect(await run(['check'], createFolder({ 'a.txt': '' }))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('nothing to check'),
    });
  });

  test.skipIf(process.platform === 'win32')('check reports unreadable files as findings', async () => {
    const folder = createFolder({ '.roo/mcp.json': '{}' });
    mkdirSync(join(folder, '.roomodes'));
    expect(await run(['check'], folder)).toMatchObject({
      code: 1,
      stdout: expect.stringContaining('M001 parse-error: The modes file could not be read: it is a folder.'),
    });
    const device = createFolder();
    symlinkSync('/dev/zero', join(device, '.roomodes'));
    expect(await run(['check'], device)).toMatchObject({ code: 1, stdout: expect.stringContaining('M001') });
  });

  test('a broken modes file denies everything, as why and matrix report', async () => {
    const folder = createFolder({ ...cleanProject, '.roomodes': 'customModes: [' });
    const [why, matrix] = await Promise.all([
      run(['why', 'docs', 'read_file'], folder),
      run(['matrix', '--format', 'json'], folder),
    ]);
    expect(why).toMatchObject({ code: 1, stdout: expect.stringContaining('MODES_UNREADABLE') });
    expect(why.stderr).toContain('.roomodes cannot be used');
    expect(JSON.parse(matrix.stdout).rows.every(({ state }: { state: string }) => state === 'denied')).toBe(true);
  });

  test.each(['test', 'suggest'])('%s ends with exit code 2 when the modes file is broken', async (args) => {
    const folder = createFolder({ ...cleanProject, '.roomodes': 'customModes: [' });
    const { code, stderr } = await run(args.split(' '), folder);
    expect([code, stderr]).toEqual([2, expect.stringContaining('.roomodes cannot be used')]);
  });
});

test.concurrent('an internal error ends with exit code 3, whatever the flags say, and asks the user to report it', async () => {
  const fault = 'data:text/javascript,process.cwd=()=>{throw new TypeError("a fault")}';
  const env = { NODE_OPTIONS: `--import=${encodeURI(fault)}` };
  const { code, stdout, stderr } = await run(['check', '--exit-zero'], createFolder(cleanProject), env);
  expect([code, stdout]).toEqual([3, '']);
  expect(stderr).toMatch(/please report it.*a fault/s);
});

describe.concurrent('check', () => {
  test('check is the default command', async () => {
    const folder = createFolder(faultyProject);
    expect((await run([], folder)).stdout).toBe((await run(['check'], folder)).stdout);
  });

  test('check prints one line per finding without colours when stdout is not a terminal', async () => {
    const { stdout } = await run(['check'], createFolder(faultyProject));
    expect(stdout).toMatch(/^\.roomodes:5:\d+: warning M003 unknown-key: /m);
    expect(stdout).toMatch(/^\.roomodes:7:\d+: error M005 duplicate-slug: /m);
    expect(stdout).not.toContain('\u001b');
  });

  test('check writes several reports in one run', async () => {
    const folder = createFolder(faultyProject);
    const outputs = formats.flatMap((format) => ['--output', `${format}=reports/${format}.txt`]);
    const { code, stdout } = await run(['check', '--format', 'pretty', ...outputs], folder);
    expect(code).toBe(1);
    for (const format of formats)
      expect(readFileSync(join(folder, `reports/${format}.txt`), 'utf8')).toBe(
        format === 'pretty' ? stdout : (await run(['check', '--format', format], folder)).stdout,
      );
  });

  test('check fails from the chosen severity on', async () => {
    const folder = createFolder({
      ...cleanProject,
      '.roomodes':
        faultyProject['.roomodes']?.replace('slug: docs\n    name: Docs again', 'slug: other\n    name: Other') ?? '',
    });
    expect((await run(['check'], folder)).code).toBe(0);
    expect((await run(['check', '--fail-on', 'warning'], folder)).code).toBe(1);
    expect((await run(['check', '--fail-on', 'never'], createFolder(faultyProject))).code).toBe(0);
  });

  test('check reads its settings from the file, and flags take precedence', async () => {
    const folder = createFolder({
      ...faultyProject,
      'modegate.config.yaml': 'rules: { M005: off }\nfailOn: warning\n',
    });
    const { code, stdout } = await run(['check'], folder);
    expect([code, stdout.includes('M005')]).toEqual([1, false]);
    expect((await run(['check', '--fail-on', 'error'], folder)).code).toBe(0);
  });

  test('check hides the findings in the baseline and reports new ones', async () => {
    const folder = createFolder(faultyProject);
    const written = await run(['check', '--write-baseline', 'known.json'], folder);
    expect([written.code, written.stdout]).toEqual([0, expect.stringMatching(/^Wrote \d findings to /)]);
    const hidden = await run(['check', '--baseline', 'known.json'], folder);
    expect([hidden.code, hidden.stdout]).toEqual([
      0,
      expect.stringMatching(/^No findings in 2 files \(\d+ suppressed\)\n$/),
    ]);
    writeFiles(folder, { '.roomodes': `# moved\n\n${faultyProject['.roomodes']}    fileRegex: x\n` });
    const { code, stdout } = await run(['check', '--baseline', 'known.json'], folder);
    expect([code, stdout]).toEqual([1, expect.stringContaining('M004')]);
    expect(stdout).not.toContain('M005');
  });

  test('check hides findings that a comment explains', async () => {
    const text =
      faultyProject['.roomodes']?.replace(
        '    when_to_use',
        '    # modegate-ignore M003: read by our own tool\n    when_to_use',
      ) ?? '';
    const { stdout } = await run(['check', '-f', 'json'], createFolder({ ...cleanProject, '.roomodes': text }));
    expect(JSON.parse(stdout).findings.find((one: { rule: string }) => one.rule === 'M003')).toMatchObject({
      suppressed: { reason: 'read by our own tool' },
    });
  });

  test('check finds the project from a subfolder, and names files relative to the repository', async () => {
    const folder = createFolder(
      Object.fromEntries(Object.entries(faultyProject).map(([name, text]) => [`app/${name}`, text])),
    );
    commitAll(folder);
    for (const cwd of [folder, join(folder, 'app/src')]) {
      const { stdout } = await run(['check', ...(cwd === folder ? ['app'] : [])], cwd);
      expect(stdout).toMatch(/^app\/\.roomodes:7:/m);
    }
  });

  test('check limits the report to the named files', async () => {
    const folder = createFolder({
      ...faultyProject,
      '.roo/mcp.json': '{ "mcpServers": { "a": { "url": "http://example.org" } } }',
    });
    const { stdout } = await run(['check', '.roo/mcp.json'], folder);
    expect(stdout).toContain('M062');
    expect(stdout).not.toContain('.roomodes');
  });

  test('check reads the files of the user only on request', async () => {
    const home = createFolder({ 'custom_modes.yaml': 'customModes: [' });
    const folder = createFolder(cleanProject);
    const env = { ROO_CONFIG_DIR: home };
    expect((await run(['check'], folder, env)).code).toBe(0);
    const { code, stdout } = await run(['check', '--global'], folder, env);
    expect([code, stdout]).toEqual([1, expect.stringContaining('custom_modes.yaml')]);
  });

  test('check works without git', async () => {
    expect(await run(['check'], createFolder(cleanProject), { PATH: '', Path: '' })).toMatchObject({ code: 0 });
  });

  test('check starts no program that a repository names', async () => {
    const folder = createFolder({ ...cleanProject, 'evil.sh': '#!/bin/sh\ntouch "$(dirname "$0")/started"\n' });
    chmodSync(join(folder, 'evil.sh'), 0o755);
    commitAll(folder);
    writeFiles(folder, {
      '.git/config': `${readFileSync(join(folder, '.git/config'), 'utf8')}\n[core]\n\tfsmonitor = ${join(folder, 'evil.sh')}\n`,
    });
    writeFiles(folder, {
      '.roo/mcp.json': JSON.stringify({ mcpServers: { evil: { command: join(folder, 'evil.sh') } } }),
    });
    for (const args of [['check'], ['diff', 'HEAD'], ['matrix']]) await run(args, folder);
    expect(existsSync(join(folder, 'started'))).toBe(false);
  });
});

describe.concurrent('stdin', () => {
  const check = (folder: string, text: string, ...args: readonly string[]) =>
    runWithStdin(['check', '-', '--format', 'concise', ...args], { folder, home: folder, text });

  test('check with stdin treats the text as the file of --stdin-filename, which need not exist', async () => {
    const folder = createFolder(cleanProject);
    const text = cleanProject['.roomodes']?.replace('[github]', '[gihub]') ?? '';
    const found = await check(folder, text, '--stdin-filename', '.roomodes');
    expect(found.stdout).toMatch(/^\.roomodes:\d+:\d+: \w+ M020 /);
    expect((await check(folder, cleanProject['.roomodes'] ?? '', '--stdin-filename', '.roomodes')).code).toBe(0);
    const servers = '{ "mcpServers": { "a": { "command": "sh", "args": ["-c", "x"], "url": 1 } } }';
    const fresh = await check(createFolder(), servers, '--stdin-filename', '.roo/mcp.json');
    expect(fresh).toMatchObject({ code: 1, stdout: expect.stringContaining('.roo/mcp.json:1:') });
  });

  test('check refuses stdin without a name, with other paths, in another encoding than UTF-8, or for an unknown file', async () => {
    const folder = createFolder(cleanProject);
    expect(await check(folder, '')).toMatchObject({ code: 2, stderr: expect.stringContaining('--stdin-filename') });
    const beside = await check(folder, '', 'docs', '--stdin-filename', '.roomodes');
    expect(beside).toMatchObject({ code: 2, stderr: expect.stringContaining('the only path') });
    const args = ['check', '-', '--stdin-filename', '.roomodes'];
    const text = new Uint8Array([0xff]);
    expect(await runWithStdin(args, { folder, home: folder, text })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('not valid UTF-8'),
    });
    const other = await check(folder, '', '--stdin-filename', 'src/a.ts');
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('does not recognise src/a.ts as a modes file'),
    });
  });
});
