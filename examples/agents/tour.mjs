// A self-checking tour: a repository with the permissions of Claude Code, what they really allow, and a pull request that widens them. Exits
// with 1 at the first answer that is not the expected one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { styleText } from 'node:util';

const here = fileURLToPath(new URL('.', import.meta.url));
const program = fileURLToPath(new URL('../../apps/modegate/dist/cli.js', import.meta.url));
const scratch = realpathSync(mkdtempSync(join(tmpdir(), 'modegate-agents-')));
const repository = join(scratch, 'repository');

try {
  tour();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function tour() {
  heading('The repository', 'a rule that does nothing, and one that allows more than it says');
  cpSync(join(here, 'repository'), repository, { recursive: true });
  git('init', '-q', '-b', 'main');
  commit('What Claude Code may do');
  const check = modegate(['check', '--format', 'concise'], 0);
  assert.match(check, /'Write\(docs\/\*\*\)'/);
  assert.match(check, /'Bash\(git log:\*\)'/);
  assert.match(check, /^Claude Code: 2 profiles/m);

  heading('Why', 'what Claude Code does with a call, and by which rule');
  assert.match(why('claude-code', 'Bash', 'git push origin main', 1), /asks a person.*settings\.json:12/s);
  assert.match(why('claude-code', 'Bash', 'git log --output=x', 0), /writes x \(git\)/);
  assert.match(why('claude-code', 'Read', '.env', 1), /denied/);
  assert.match(why('claude-code/reviewer', 'Bash', 'ls', 1), /not offered/);

  heading('A pull request', 'what it grants, and to whom');
  git('switch', '-q', '-c', 'change');
  cpSync(join(here, 'change'), repository, { recursive: true });
  commit('Let the agent push');
  const diff = modegate(['diff', 'main', 'change'], 1);
  assert.match(diff, /claude-code.*git push/);
}

function why(profile, tool, text, code) {
  return modegate(['why', profile, tool, text, '--no-with-user'], code);
}

function commit(message) {
  git('add', '-A');
  git('commit', '-q', '-m', message);
}

function git(...args) {
  const identity = ['-c', 'user.name=Tour', '-c', 'user.email=tour@example.com', '-c', 'commit.gpgsign=false'];
  const { status, stderr } = spawnSync('git', [...identity, ...args], { cwd: repository, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

function modegate(args, code) {
  show(styleText('dim', `$ modegate ${args.join(' ')}`));
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd: repository,
    encoding: 'utf8',
    env: { ...process.env, HOME: scratch },
  });
  show((stdout + stderr).trim());
  assert.equal(status, code, 'The exit code is not the expected one.');
  return stdout;
}

function heading(title, subtitle) {
  console.log(`\n${styleText('bold', title)}  ${styleText('dim', subtitle)}\n`);
}

function show(text) {
  console.log(text.replace(/^(?=.)/gm, '  '));
}
