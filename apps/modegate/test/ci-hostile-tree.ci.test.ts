import { type SpawnSyncReturns, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import packageJson from '../package.json' with { type: 'json' };
import { type FakeRegistry, startRegistry } from './support/fake-registry.ts';
import { writeHostileTree } from './support/hostile-tree.ts';
import { commitAll } from './support/run-program.ts';

const root = join(import.meta.dirname, '../../..');
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const { version } = packageJson;

// The scripts of the action and of GitLab are for a POSIX shell.
describe.skipIf(process.platform === 'win32')('security H1: a hostile checkout', () => {
  let scratch: string;
  let tree: string;
  let mark: string;
  let published: FakeRegistry;
  let hostile: FakeRegistry;

  beforeEach(async () => {
    scratch = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-hostile-')));
    for (const name of ['tree', 'home', 'runner', 'published', 'hostile']) mkdirSync(join(scratch, name));
    tree = join(scratch, 'tree');
    mark = join(scratch, 'code-of-the-tree-ran');
    published = await startRegistry(join(scratch, 'published'), version, 'published');
    hostile = await startRegistry(join(scratch, 'hostile'), version, 'hostile');
    writeHostileTree(tree, { mark, registry: hostile.url, version });
  });

  afterEach(async () => {
    await published.close();
    await hostile.close();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10 });
  });

  /** Runs a program in the tree, in the environment of a job that also went through `npm run` there. */
  async function runInTree(command: readonly string[], env: Readonly<Record<string, string>> = {}, cwd = tree) {
    const [program = '', ...args] = command;
    const child = spawn(program, args, {
      cwd,
      env: {
        PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
        HOME: join(scratch, 'home'),
        npm_config_cache: join(tree, '.npm'),
        npm_config_registry: hostile.url,
        npm_config_prefix: tree,
        MODEGATE_REGISTRY: published.url,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const texts: Record<'stdout' | 'stderr', string> = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const)
      child[name].on('data', (chunk: Buffer) => {
        texts[name] += chunk.toString('utf8');
      });
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, ...texts } satisfies Partial<SpawnSyncReturns<string>>;
  }

  function expectOnlyThePublishedProgram(): void {
    expect(existsSync(mark) ? readFileSync(mark, 'utf8') : '').toBe('');
    expect(hostile.asked).toEqual([]);
    expect(existsSync(join(tree, '.npm'))).toBe(false);
  }

  const calls = (stdout: string) =>
    stdout
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as { says: string; args: readonly string[]; cwd: string });

  test.each(['script-shell', 'the package'])('npx in the hostile checkout runs its code through %s', async (way) => {
    if (way === 'the package') rmSync(join(tree, '.npmrc'));
    await runInTree(['npx', '--yes', `@modegate/modegate@${version}`, 'check']);
    expect(readFileSync(mark, 'utf8')).toContain(way === 'the package' ? `${tree}/node_modules/` : './sh');
  });

  test('npx asks the registry of the hostile checkout when its packages are missing', async () => {
    for (const name of ['node_modules', 'packages']) rmSync(join(tree, name), { recursive: true });
    await runInTree(['npx', '--yes', '@modegate/modegate@99.0.0', 'check']);
    expect(hostile.asked).toContain('/@modegate/modegate');
  });

  describe('the action', () => {
    const { runs } = parse(read('action.yml')) as {
      readonly runs: { readonly steps: readonly { name?: string; uses?: string; run?: string; with?: object }[] };
    };
    const script = (name: string) => runs.steps.find((step) => step.name === name)?.run ?? '';
    const variables = () => ({
      GITHUB_ACTION_PATH: root,
      GITHUB_OUTPUT: join(scratch, 'output'),
      GITHUB_ENV: join(scratch, 'env'),
      GITHUB_STEP_SUMMARY: join(scratch, 'summary'),
      RUNNER_TEMP: join(scratch, 'runner'),
      MODEGATE_PATHS: '.',
      MODEGATE_ARGUMENTS: '--persona strict',
      MODEGATE_FAIL_ON: '',
      MODEGATE_VERSION: '',
      MODEGATE_ACCEPTING: '',
      MODEGATE_LABELS: '[]',
      NODE_OPTIONS: '--require ./evil.cjs',
    });
    const bash = ['bash', '--noprofile', '--norc', '-eo', 'pipefail', '-c'];

    test('the action checks the hostile checkout with the published program', async () => {
      const { status, stdout, stderr } = await runInTree([...bash, script('Check')], variables());
      expect(stderr).toBe('');
      expect(calls(stdout)).toMatchObject([{ says: 'published', cwd: tree }]);
      expect(calls(stdout)[0]?.args).toEqual(expect.arrayContaining(['check', '--persona', 'strict', '--', '.']));
      expect(status).toBe(0);
      expect(readFileSync(join(scratch, 'output'), 'utf8')).toContain('exit-code=0\n');
      expect(published.asked).toContain('/@modegate/modegate');
      expectOnlyThePublishedProgram();
    });

    test('the action compares revisions with the program that it has installed', async () => {
      const base = commitAll(tree);
      await runInTree([...bash, script('Check')], variables());
      const asked = published.asked.length;
      const outputs = readFileSync(join(scratch, 'output'), 'utf8');
      const [, programs = ''] = /^programs=(.*)$/m.exec(outputs) ?? [];
      const env = { ...variables(), MODEGATE_BASE: base, MODEGATE_PROGRAMS: programs };
      const { status, stderr } = await runInTree([...bash, script('What this pull request grants')], env);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      const [call] = calls(readFileSync(join(scratch, 'runner/modegate-diff.md'), 'utf8'));
      expect(call).toEqual({ says: 'published', args: ['diff', base, '--format', 'markdown'], cwd: tree });
      expect(published.asked).toHaveLength(asked);
      expectOnlyThePublishedProgram();
    });

    test('the action fails when the program cannot be installed', async () => {
      const env = { ...variables(), MODEGATE_VERSION: '99.0.0' };
      const { stderr } = await runInTree([...bash, script('Check')], env);
      expect(stderr).toContain('@modegate/modegate@99.0.0 could not be installed from http://127.0.0.1');
      expect(readFileSync(join(scratch, 'output'), 'utf8')).toContain('exit-code=4\n');
      expectOnlyThePublishedProgram();
    });

    test('the action reads the Node version from no file of the checkout', () => {
      const setup = runs.steps.find(({ uses }) => uses?.startsWith('actions/setup-node@'));
      expect(setup?.with).toEqual({ 'node-version': 24, 'package-manager-cache': false });
    });
  });

  test.each(['modegate-check', 'modegate-test'])('the hook %s runs the published program', async (id) => {
    const hooks = parse(read('.pre-commit-hooks.yaml')) as readonly { id: string; entry: string; language: string }[];
    const { entry = '', language } = hooks.find((hook) => hook.id === id) ?? {};
    // pre-commit starts a script by its path in the clone of the hooks, and in the folder of the checked repository.
    expect(language).toBe('script');
    const [file = '', ...args] = entry.split(' ');
    const hook = [join(root, file), ...args];
    for (const round of ['installs', 'finds it']) {
      const outcome = await runInTree(hook, { MODEGATE_PROGRAMS: join(scratch, 'programs') });
      expect([round, outcome.stderr, outcome.status]).toEqual([round, '', 0]);
      expect(calls(outcome.stdout)).toEqual([{ says: 'published', args, cwd: tree }]);
    }
    expect(published.asked.filter((path) => path.endsWith('.tgz'))).toHaveLength(1);
    expectOnlyThePublishedProgram();
  });

  test('the template for GitLab runs the published program', async () => {
    const [, job] = parseAllDocuments(read('templates/gitlab-ci.yml')).map((document) => document.toJS()) as [
      unknown,
      { readonly modegate: { readonly script: readonly string[] } },
    ];
    const env = {
      CI_MERGE_REQUEST_DIFF_BASE_SHA: 'base',
      MODEGATE_PATH: '.',
      MODEGATE_FAIL_ON: 'error',
      MODEGATE_VERSION: 'latest',
      NODE_OPTIONS: '--require ./evil.cjs',
    };
    const { status, stdout, stderr } = await runInTree(['sh', '-e', '-c', job.modegate.script.join('\n')], env);
    expect([stderr, status]).toEqual(['', 0]);
    expect(calls(stdout).map(({ says, args, cwd }) => [says, args[0], cwd])).toEqual([
      ['published', 'diff', tree],
      ['published', 'check', tree],
    ]);
    expectOnlyThePublishedProgram();
  });

  test('the lines for other CI systems run the published program', async () => {
    const [, lines = ''] = /## Anywhere else\n\n```sh\n(.*?)```/s.exec(read('docs/ci.md')) ?? [];
    const script = lines.replaceAll('https://registry.npmjs.org/', published.url);
    const { status, stdout, stderr } = await runInTree(['sh', '-e', '-c', script], { BASE_COMMIT: 'base' });
    expect([stderr, status]).toEqual(['', 0]);
    expect(calls(stdout).map(({ says, args, cwd }) => [says, args[0], cwd])).toEqual([
      ['published', 'check', tree],
      ['published', 'test', tree],
      ['published', 'diff', tree],
    ]);
    expectOnlyThePublishedProgram();
  });

  test('no documented CI command starts npx in the checkout', () => {
    for (const name of ['action.yml', '.pre-commit-hooks.yaml', 'templates/gitlab-ci.yml', 'docs/ci.md'])
      expect(read(name), name).not.toMatch(/\bnpx\b.*@modegate/);
  });
});
