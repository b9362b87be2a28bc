#!/usr/bin/env node
// Runs the published program on the folder that it is called in: `run-published.mjs check .`. The action and the hooks of pre-commit call it,
// because that folder may be a stranger's: neither npm nor Node takes a package, a script, a version or a setting from it (docs/ci.md).
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const packageName = '@modegate/modegate';
const repository = fileURLToPath(new URL('..', import.meta.url));
const notEvaluated = 4;

const version = process.env.MODEGATE_VERSION || readJson(join(repository, 'apps/modegate/package.json')).version;
const registry = process.env.MODEGATE_REGISTRY || 'https://registry.npmjs.org/';
// Unless the action names a folder, that of the clone of this repository, which pre-commit keeps for one release of it.
const programs = resolve(process.env.MODEGATE_PROGRAMS || join(repository, 'node_modules/.modegate-programs'));

process.exitCode = main(process.argv.slice(2));

function main(args) {
  const folder = join(programs, createHash('sha256').update(`${version}\n${registry}`).digest('hex').slice(0, 16));
  const failure = existsSync(folder) ? undefined : install(folder);
  if (failure !== undefined) {
    console.error(`${packageName}@${version} could not be installed from ${registry}: ${failure}`);
    return notEvaluated;
  }
  // Windows looks for git in the working folder before it looks anywhere else, unless this is set.
  const env = { ...cleanEnvironment(), NoDefaultCurrentDirectoryInExePath: '1' };
  const { status, error } = spawnSync(process.execPath, [programFile(folder), ...args], { env, stdio: 'inherit' });
  if (error !== undefined) console.error(`${packageName} could not be started: ${error.message}`);
  return status ?? notEvaluated;
}

/** Installs into a folder of its own and moves it to its place when it is whole. Returns what went wrong. */
function install(folder) {
  mkdirSync(programs, { recursive: true, mode: 0o700 });
  const place = mkdtempSync(join(programs, 'install-'));
  try {
    const failure = runNpm(place);
    if (failure !== undefined) return failure;
    rmSync(join(place, 'cache'), { recursive: true, force: true });
    renameSync(place, folder);
  } catch (error) {
    // Another hook may have been faster.
    if (!existsSync(folder)) return error.message;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

function runNpm(place) {
  // A cache that jobs share is often kept inside the checkout.
  const places = { prefix: '.', userconfig: 'user.npmrc', globalconfig: 'global.npmrc', cache: 'cache' };
  const args = [
    'install',
    ...Object.entries(places).map(([name, path]) => `--${name}=${join(place, path)}`),
    `--registry=${registry}`,
    `--@modegate:registry=${registry}`,
    '--ignore-scripts',
    '--no-package-lock',
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
    `${packageName}@${version}`,
  ];
  const [program, ...before] = npmCommand();
  const { status, stderr, error } = spawnSync(program, [...before, ...args], {
    cwd: place,
    env: cleanEnvironment(),
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status === 0) return existsSync(programFile(place)) ? undefined : 'the package holds no program';
  return error?.message ?? stderr.trim();
}

/** On Windows npm on the path is a batch file, which only a shell could start; there it lies beside Node. */
function npmCommand() {
  if (process.platform !== 'win32') return ['npm'];
  return [process.execPath, join(dirname(process.execPath), 'node_modules/npm/bin/npm-cli.js')];
}

/** Without what `npm run` makes of a project's `.npmrc`, and without what makes Node load more than it is asked to. */
function cleanEnvironment() {
  const isForeign = (name) => /^(npm_.*|node_options|node_path)$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !isForeign(name)));
}

function programFile(folder) {
  const home = join(folder, 'node_modules', packageName);
  const manifest = join(home, 'package.json');
  return existsSync(manifest) ? join(home, readJson(manifest).bin.modegate) : manifest;
}

function readJson(file) {
  return JSON.parse(readFileSync(file, 'utf8'));
}
