// Runs inside the sandbox as its first process: starts each script in a list and reports its effects as lines of JSON.
import { spawn } from 'node:child_process';
import { copyFileSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

interface Job {
  readonly shell: 'bash' | 'sh';
  readonly scripts: readonly string[];
}

const limitMs = 1000;
const settleMs = 40;
const maxOutput = 1_000_000;

const notFound = `() { printf '%s\\0' "$PWD" "$1" "$(($#-1))" "\${@:2}" >>/log/runs; return 127; }`;
const environment = {
  PATH: '/usr/bin',
  HOME: '/home',
  LANG: 'C.UTF-8',
  V: 'x y',
  E: '',
  D: '-f',
  S: ';',
  'BASH_FUNC_command_not_found_handle%%': notFound,
};

const { shell, scripts } = JSON.parse(readFileSync(0, 'utf8')) as Job;
resetFolders();
let untouched = listFiles();
for (const script of scripts) {
  writeFileSync('/log/runs', '');
  const isTimeout = await run(script);
  const files = listFiles();
  const changed = [...files].filter(([path, state]) => untouched.get(path) !== state).map(([path]) => path);
  process.stdout.write(`${JSON.stringify({ log: readFileSync('/log/runs', 'utf8'), changed, isTimeout })}\n`);
  if (changed.length > 0 || files.size !== untouched.size) {
    resetFolders();
    untouched = listFiles();
  }
}

/** Runs a script to its end, including its background processes; true if it timed out. */
async function run(script: string): Promise<boolean> {
  const options = shell === 'bash' ? ['--norc', '--noprofile'] : [];
  const child = spawn(`/bin/${shell}`, [...options, '-c', script], {
    cwd: '/w',
    env: environment,
    stdio: ['ignore', 'pipe', 'ignore'],
    // A separate process group, because `kill 0` ends everything in it.
    detached: true,
  });
  let size = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > maxOutput) killOthers();
  });
  const timer = setTimeout(killOthers, limitMs);
  const start = performance.now();
  await new Promise((resolve) => child.on('close', resolve).on('error', resolve));
  clearTimeout(timer);
  const isTimeout = performance.now() - start >= limitMs;
  for (let left = settleMs; left > 0 && isAnyAlive(); left -= 4) await wait(4);
  if (isAnyAlive()) killOthers();
  return isTimeout;
}

/** Kills all other processes; as the first process of a namespace, this one is not affected. */
function killOthers(): void {
  try {
    process.kill(-1, 'SIGKILL');
  } catch {
    // Nothing else runs.
  }
}

function isAnyAlive(): boolean {
  return readdirSync('/proc').some((name) => /^\d+$/.test(name) && name !== '1' && isAlive(name));
}

function isAlive(pid: string): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

function resetFolders(): void {
  for (const folder of ['/w', '/home', '/tmp'])
    for (const name of readdirSync(folder)) rmSync(`${folder}/${name}`, { recursive: true, force: true });
  mkdirSync('/w/a/b', { recursive: true });
  mkdirSync('/w/b');
  for (const path of ['/w/x', '/w/a/x', '/w/a/b/x', '/w/b/x']) copyFileSync('/usr/bin/stub', path);
  for (const path of ['/w/f1', '/w/a/f', '/w/a/f1']) writeFileSync(path, 'c2 b\n');
}

/** Lists every file below the writable folders, with data that shows changes. */
function listFiles(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const visit = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder === '/' ? '' : folder}/${entry.name}`;
      if (entry.isDirectory()) {
        found.set(`${path}/`, '');
        visit(path);
      } else {
        const { size, mtimeMs, ino } = lstatSync(path);
        found.set(path, `${size} ${mtimeMs} ${ino}`);
      }
    }
  };
  for (const folder of ['/w', '/home', '/tmp']) visit(folder);
  for (const name of readdirSync('/')) found.set(`/${name}`, '');
  return found;
}
