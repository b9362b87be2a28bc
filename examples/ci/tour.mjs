// A self-checking tour: a repository with agent modes, a pull request that opens them, and what CI says. Exits with 1 at the first
// answer that is not the expected one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';
import { parse } from 'yaml';

const here = fileURLToPath(new URL('.', import.meta.url));
const root = fileURLToPath(new URL('../../', import.meta.url));
const program = join(root, 'apps/modegate/dist/cli.js');
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-ci-')));
const repository = join(scratch, 'repository');

try {
  tour();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function tour() {
  heading('The repository', 'checked as its CI checks it');
  cpSync(join(here, 'repository'), repository, { recursive: true });
  commit('Agent modes, with what they may do');
  modegate(['check', '--format', 'pretty'], 0);
  modegate(['test'], 0);
  modegate(['lock', '--verify', '--inventory', 'tools.json'], 0);

  heading('A pull request', 'a misspelt limit, and every tool of a server');
  git('switch', '-q', '-c', 'change');
  cpSync(join(here, 'change/.roomodes'), join(repository, '.roomodes'));
  commit('Let the agent sort tickets faster');
  const check = modegate(['check', '--format', 'pretty', '--output', 'sarif=../modegate.sarif'], 1);
  assert.match(check, /M003 unknown-key/);
  assert.match(check, /fileRegexp: \^docs/);

  heading('What it grants', 'against the branch it goes to');
  const diff = modegate(['diff', 'main', 'change'], 1);
  assert.match(diff, /tickets gains github\/delete_repository/);
  assert.match(diff, /docs-writer loses/);

  heading('What was promised', 'the tests of the policy say no');
  assert.match(modegate(['test'], 1), /repositories are not deleted/);

  heading('Why', 'the rule that would let it through');
  assert.match(modegate(['why', 'tickets', 'github/delete_repository'], 0), /allowedTools\/1/);

  heading('For machines', 'the same as SARIF');
  const [run] = JSON.parse(readFileSync(join(scratch, 'modegate.sarif'), 'utf8')).runs;
  for (const { ruleId, level, locations } of run.results)
    show(
      `${ruleId} ${level} ${locations[0].physicalLocation.artifactLocation.uri}:${locations[0].physicalLocation.region.startLine}`,
    );
  assert.ok(run.results.some(({ ruleId, level }) => ruleId === 'M003' && level === 'error'));
  assert.ok(run.results.some(({ ruleId }) => ruleId === 'M083'));

  // The scripts of the action are for bash.
  if (process.platform !== 'win32') runAction();
}

/** Runs the scripts of the action as GitHub would, with this build in the place of the published package. */
function runAction() {
  heading('The action', 'its own scripts, in the order of action.yml');
  const { runs } = parse(readFileSync(join(root, 'action.yml'), 'utf8'));
  const files = { GITHUB_OUTPUT: 'output', GITHUB_STEP_SUMMARY: 'summary.md' };
  const paths = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, join(scratch, file)]));
  for (const file of Object.values(paths)) writeFileSync(file, '');
  const env = {
    ...paths,
    PATH: process.env.PATH,
    HOME: scratch,
    RUNNER_TEMP: scratch,
    GITHUB_ACTION_PATH: root,
    MODEGATE_PATHS: '.',
    MODEGATE_ARGUMENTS: '--persona strict',
    MODEGATE_FAIL_ON: '',
    MODEGATE_VERSION: `file:${pack()}`,
    MODEGATE_REGISTRY: '',
    MODEGATE_BASE: git('rev-parse', 'main'),
    MODEGATE_ACCEPTING: 'agent-grants-accepted',
    MODEGATE_LABELS: '[]',
  };
  const script = (name) => runs.steps.find((step) => step.name === name).run;
  const bash = (text, more = {}) =>
    spawnSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', text], {
      cwd: repository,
      env: { ...env, ...more },
      encoding: 'utf8',
    });
  const outputs = () =>
    Object.fromEntries(
      readFileSync(paths.GITHUB_OUTPUT, 'utf8')
        .trim()
        .split('\n')
        .map((line) => line.split('=')),
    );

  const checked = bash(script('Check'));
  assert.equal(checked.status, 0, checked.stderr);
  assert.match(checked.stdout, /^::error file=\.roomodes,line=\d+,/m);
  show(checked.stdout.trim());
  const { 'exit-code': exitCode, 'sarif-file': sarifFile, programs } = outputs();
  assert.equal(exitCode, '1');
  assert.equal(JSON.parse(readFileSync(sarifFile, 'utf8')).version, '2.1.0');

  const compared = bash(script('What this pull request grants'), { MODEGATE_PROGRAMS: programs });
  assert.equal(compared.status, 0, compared.stderr);
  assert.equal(outputs()['exit-code'], '1');
  const summary = readFileSync(paths.GITHUB_STEP_SUMMARY, 'utf8');
  assert.match(summary, /### Modegate: 1 error/);
  assert.match(summary, /tickets gains github\/delete\\_repository/);

  const ending = { MODEGATE_FAIL_ON_GRANT: 'true', MODEGATE_IS_PULL_REQUEST: 'true', MODEGATE_DIFF: '1' };
  assert.equal(bash(script('Result'), { ...ending, MODEGATE_EXIT_CODE: exitCode }).status, 1);
  const granted = bash(script('Result'), { ...ending, MODEGATE_EXIT_CODE: '0' });
  assert.equal(granted.status, 1);
  assert.match(granted.stdout, /^::error::This pull request lets an agent do more\./);
  assert.equal(bash(script('Result'), { ...ending, MODEGATE_EXIT_CODE: '0', MODEGATE_ACCEPTED: 'true' }).status, 0);
  show('The job fails, and its summary says why.');
}

/** This build as the package that npm would install. */
function pack() {
  const folder = join(root, 'apps/modegate');
  const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent', '--pack-destination', scratch], {
    cwd: folder,
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return join(scratch, stdout.trim());
}

function modegate(args, expected) {
  console.log(styleText('dim', `  $ modegate ${args.join(' ')}`));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: repository,
    encoding: 'utf8',
  });
  show(stdout.trimEnd());
  assert.equal(status, expected, `modegate ${args.join(' ')} ended with ${status}: ${stderr}`);
  console.log('');
  return stdout;
}

function commit(message) {
  git('init', '-q', '-b', 'main');
  git('add', '-A');
  git('commit', '-q', '-m', message);
}

function git(...args) {
  const identity = ['-c', 'user.name=Tour', '-c', 'user.email=tour@example.org', '-c', 'commit.gpgsign=false'];
  const { status, stdout, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
  assert.equal(status, 0, `git ${args.join(' ')}: ${stderr}`);
  return stdout.trim();
}

function heading(title, subtitle) {
  console.log(`\n${styleText('bold', `── ${title} `)}${styleText('dim', `· ${subtitle}`)}\n`);
}

function show(text) {
  for (const line of text.split('\n')) console.log(line === '' ? '' : `  ${line}`);
}
