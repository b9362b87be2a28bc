import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, type Outcome } from '@modegate/cli-kit/testing';
import { describe, expect, test } from 'vitest';
import packageJson from '../package.json' with { type: 'json' };
import { runServer } from './support/built-server.ts';
import { sampleProject } from './support/sample-project.ts';

const clean = {
  '.roomodes': 'customModes:\n  - slug: docs\n    name: Docs\n    roleDefinition: Write.\n    groups: [read]\n',
};
const configName = 'mcp_modes_server_config.json';

/** Runs a command in a project of its own, with a home folder of its own. */
function run(args: readonly string[], where: { cwd?: string; home?: string; env?: Record<string, string> } = {}) {
  return runServer(args, { cwd: createFolder(), home: createFolder(), ...where });
}

describe.concurrent('help and version', () => {
  test('help lists every option, variable and command, on stdout', async () => {
    const { code, stdout, stderr } = await run(['help']);
    expect([code, stderr]).toEqual([0, '']);
    for (const option of [
      '--config --project-root --global-config-dir --mode --disable-tool --session-timeout --tool-errors',
      '--log-level --log-file --audit-log --audit-arguments --audit --audit-rotate --audit-keep --version --help',
    ].flatMap((names) => names.split(' '))) {
      expect(stdout).toContain(option);
    }
    for (const variable of [
      'CONFIG',
      'MODE',
      'DISABLED_TOOLS',
      'SESSION_TIMEOUT',
      'LOG_LEVEL',
      'LOG_FILE',
      'AUDIT_LOG',
      'AUDIT',
      'AUDIT_ROTATE',
      'AUDIT_KEEP',
    ]) {
      expect(stdout).toContain(`MODEGATE_${variable}`);
    }
    for (const name of ['ROO_PROJECT_ROOT', 'ROO_CONFIG_DIR', 'doctor', 'audit', 'install', 'uninstall', 'config']) {
      expect(stdout).toContain(name);
    }
  });

  test.each([
    [['doctor', '--help'], ['--json']],
    [
      ['install', '--help'],
      ['--client', '--scope', '--name', '--dry-run', '--local', 'claude-desktop'],
    ],
    [
      ['uninstall', '--help'],
      ['--client', '--dry-run'],
    ],
    [['config', '--help'], ['init']],
    [
      ['config', 'init', '--help'],
      ['--file', '--force', configName],
    ],
  ])('%j prints the help of the command', async (args, mentioned) => {
    const { code, stdout } = await run(args);
    expect(code).toBe(0);
    for (const word of mentioned) expect(stdout).toContain(word);
  });

  test.each(['--version', '-V'])('%s prints the version of the package', async (flag) => {
    expect(await run([flag])).toEqual({ code: 0, signal: null, stdout: `${packageJson.version}\n`, stderr: '' });
  });
});

describe.concurrent('wrong usage ends with exit code 2, an explanation on stderr and an empty stdout', () => {
  test.each<[string, readonly string[], RegExp]>([
    ['a second server file', ['doctor', '--servers', 'a.json', 'b.json'], /too many arguments for 'doctor'/],
    ['a misspelt flag', ['--projct-root', 'x'], /unknown option '--projct-root'\n\(Did you mean --project-root\?\)/],
    ['a flag without its value', ['--mode'], /argument missing/],
    ['an unknown command', ['frobnicate'], /frobnicate/],
    ['a value that is no choice', ['--tool-errors', 'loud'], /Allowed choices are result, jsonrpc/],
    ['a mode that does not exist', ['--mode', 'cod'], /--mode: .*'cod'.* Did you mean 'code'\?/],
    ['a log level that does not exist', ['--log-level', 'loud'], /DEBUG, INFO, WARNING, ERROR, not 'loud'/],
    ['a timeout of nothing', ['--session-timeout', '0'], /above 0/],
    ['a configuration file that is not there', ['--config', 'nowhere.json'], /nowhere\.json.*config init/],
    ['an unknown client', ['install', '--client', 'emacs'], /Allowed choices are roo, zoo, kilo, bob, claude-code/],
    ['no client', ['install'], /--client/],
    ['a misspelt flag of a command', ['doctor', '--jsn'], /Did you mean --json\?/],
  ])('the command line is rejected with exit code 2: %s', async (_what, args, message) => {
    const { code, stdout, stderr } = await run(args);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toMatch(/\n\s+at /);
  });

  test.each<[string, string, RegExp]>([
    ['broken JSON', '{\n  "logging": {,\n}\n', /config\.json:2:\d+: not valid JSON/],
    [
      'a misspelt key',
      '{\n  "sessions": {},\n  "loging": {}\n}\n',
      /config\.json:3:\d+: .*'loging'.* Did you mean 'logging'\?/,
    ],
    [
      'a value of a wrong type',
      '{\n  "sessions": {\n    "timeout": "1h"\n  }\n}\n',
      /config\.json:3:\d+: 'sessions\.timeout'/,
    ],
    [
      'servers 7.1.1: an unknown placeholder of the log',
      '{\n  "logging": {\n    "format": "%(levelnme)s %(message)s"\n  }\n}\n',
      /config\.json:3:\d+: logging\.format has the unknown placeholder '%\(levelnme\)s'\. Did you mean 'levelname'\?/,
    ],
  ])('a configuration file with %s is rejected with its line', async (_what, text, message) => {
    const cwd = createFolder({ 'config.json': text });
    const { code, stdout, stderr } = await run(['--config', 'config.json'], { cwd });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

test.skipIf(process.platform === 'win32')('a configuration file that never ends is rejected unread', async () => {
  const { code, stdout, stderr } = await run(['--config', '/dev/zero']);
  expect([code, stdout]).toEqual([2, '']);
  expect(stderr).toContain('/dev/zero could not be read: it is not a regular file');
});

test('servers 7.3.2: config init --file - writes only to stdout', async () => {
  const cwd = createFolder();
  const { code, stdout, stderr } = await run(['config', 'init', '--file', '-'], { cwd });
  expect([code, stderr, existsSync(join(cwd, '-'))]).toEqual([0, '', false]);
  expect(JSON.parse(stdout)).toHaveProperty('gateway.surface', 'both');
});

describe.concurrent('config init', () => {
  test('config init writes every key at its default, where the server finds it', async () => {
    const home = createFolder();
    const file = join(home, '.roo-code', configName);
    expect(await run(['config', 'init'], { home })).toMatchObject({ code: 0, stdout: `Wrote ${file}\n`, stderr: '' });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
      sessions: { timeout: 3600 },
      modes: { fixed: null },
    });
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    const { code, stdout } = await run(['doctor'], { home });
    expect([code, stdout]).toEqual([0, expect.stringContaining(`Configuration  ${file}\n`)]);
  });

  test('config init keeps an existing file except with --force', async () => {
    const home = createFolder({ [`.roo-code/${configName}`]: 'mine' });
    const file = join(home, '.roo-code', configName);
    const refused = await run(['config', 'init'], { home });
    expect([refused.code, refused.stdout, readFileSync(file, 'utf8')]).toEqual([1, '', 'mine']);
    expect(refused.stderr).toContain(`${file} already exists. Use --force`);
    expect((await run(['config', 'init', '--force'], { home })).code).toBe(0);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toHaveProperty('audit');
  });

  test.each([
    [['config', 'init', '--file', 'here.json'], 'here.json'],
    [['config', 'init', '--global-config-dir', 'there'], join('there', configName)],
    [['--global-config-dir', 'there', 'config', 'init'], join('there', configName)],
  ])('the command line %j writes the configuration to %s', async (args, name) => {
    const [cwd, home] = [createFolder(), createFolder()];
    expect((await run(args, { cwd, home, env: { ROO_CONFIG_DIR: '' } })).code).toBe(0);
    expect(existsSync(join(cwd, name))).toBe(true);
    expect(existsSync(join(home, '.roo-code'))).toBe(false);
  });
});

describe.concurrent('doctor', () => {
  test('doctor ends with 0 where all is well, and lists the loaded files', async () => {
    const { code, stdout, stderr } = await run(['doctor'], { cwd: createFolder(clean) });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('✓ modes    .roomodes\n');
    expect(stdout).toMatch(/^ {2}docs +project +read, modes$/m);
    expect(stdout).toMatch(/^Problems\n {2}none$/m);
  });

  test('doctor ends with 1 where something is wrong, and names file and line', async () => {
    const { code, stdout } = await run(['doctor'], { cwd: createFolder(sampleProject) });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^ {2}error +\.roomodes:16(:\d+)? Mode 'broken' has no 'roleDefinition'/m);
    expect(stdout).toMatch(/^ {2}broken +project +refuses everything$/m);
    expect(stdout).toMatch(/^ {2}github +in every mode whose lists allow it, not started: not yet trusted/m);
  });

  test('doctor names the line of an unreadable server configuration', async () => {
    const cwd = createFolder({ ...clean, '.roo/mcp.json': '{\n  "mcpServers": {\n    "a": ,\n  }\n}\n' });
    const { code, stdout } = await run(['doctor'], { cwd });
    expect([code, stdout]).toEqual([1, expect.stringMatching(/error +\.roo[\\/]mcp\.json:3/)]);
  });

  test('doctor names files relative to the project, even from a subfolder', async () => {
    const root = createFolder({ ...clean, 'below/readme.md': '' });
    const { stdout } = await run(['doctor'], { cwd: join(root, 'below'), env: { ROO_PROJECT_ROOT: root } });
    expect(stdout).toContain('✓ modes    .roomodes\n');
    expect(stdout).toMatch(/not there: .*(?:, | )\.mcp\.json,/);
  });

  test('doctor --json prints the same as data', async () => {
    const cwd = createFolder(sampleProject);
    const { code, stdout, stderr } = await run(['doctor', '--json', '--mode', 'docs'], { cwd });
    expect([code, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({
      version: packageJson.version,
      settings: { projectRoot: cwd, mode: 'docs' },
      files: expect.arrayContaining([{ file: '.roomodes', what: 'modes', layer: 'project', state: 'read' }]),
      modes: expect.arrayContaining([expect.objectContaining({ slug: 'docs', source: 'project', line: 2 })]),
      problems: expect.arrayContaining([expect.objectContaining({ severity: 'error', file: '.roomodes', line: 16 })]),
    });
  });

  test('doctor writes a report of any length to a pipe completely', async () => {
    const modes = Array.from(
      { length: 2_000 },
      (_, index) => `\n  - { slug: m${index}, name: M, roleDefinition: R, groups: [] }`,
    );
    const { stdout } = await run(['doctor', '--json'], {
      cwd: createFolder({ '.roomodes': `customModes:${modes.join('')}\n` }),
    });
    expect(stdout.length).toBeGreaterThan(200_000);
    expect(JSON.parse(stdout).modes).toHaveLength(2_005);
  });

  test('doctor treats an empty ROO_CONFIG_DIR as unset', async () => {
    const home = createFolder();
    const { stdout } = await run(['doctor', '--json'], { home, env: { ROO_CONFIG_DIR: '', MODEGATE_CONFIG: '' } });
    expect(JSON.parse(stdout).settings.globalConfigDir).toBe(join(home, '.roo-code'));
  });
});

test('no command prints colours when its output is not a terminal', async () => {
  const cwd = createFolder(sampleProject);
  const outcomes: readonly Outcome[] = await Promise.all(
    [['doctor'], ['--help'], ['install', '--client', 'roo', '--dry-run'], ['--mode', 'nope']].map((args) =>
      run(args, { cwd }),
    ),
  );
  expect(outcomes.map(({ stdout, stderr }) => stdout + stderr).join('')).not.toContain('\u001b');
});
