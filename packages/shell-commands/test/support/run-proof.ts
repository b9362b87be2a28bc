import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** A run of an installed program that shows what an option does. One test for each option. */
export interface Proof {
  /** Program and subcommand. */
  readonly name: string;
  /** Options that do the same, separated by blanks, as in the facts without `=`; or a fact, such as `operands`. */
  readonly options: string;
  /** Text for `sh`; `OPTION` in it is each of the options, `PROBE` a program that leaves a trace. */
  readonly run: string;
  /** Contents of files that are there before, by path. Those that begin with `#!` can be run. */
  readonly files?: Readonly<Record<string, string>>;
  /** Text that is run before, outside of what is observed. */
  readonly setUp?: string;
  readonly effect: Effect;
}

/** `runs`: the probe ran. `nothing`: no file was written. Otherwise the path that was written, changed or deleted. */
export type Effect = 'runs' | 'nothing' | { readonly writes: string };

/** Runs a proof with one of its options, in a folder, home and namespaces of its own without a network. */
export async function runProof(proof: Proof, option: string): Promise<'runs' | readonly string[]> {
  const root = mkdtempSync(join(tmpdir(), 'proof-'));
  try {
    const work = join(root, 'work');
    const trace = join(root, 'trace');
    const probe = join(root, 'probe');
    for (const folder of [work, join(root, 'home'), join(root, 'tmp')]) mkdirSync(folder);
    writeExecutable(probe, `#!/bin/sh\n: > '${trace}'\n`);
    const fill = (text: string) => text.replaceAll('PROBE', probe).replaceAll('OPTION', option);
    for (const [path, content] of Object.entries(proof.files ?? {})) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      if (content.startsWith('#!')) writeExecutable(join(work, path), fill(content));
      else writeFileSync(join(work, path), fill(content));
    }
    if (proof.setUp !== undefined) await setUp(root, fill(proof.setUp));
    rmSync(trace, { force: true });
    const before = listContents(work);
    await runText(root, fill(proof.run));
    return readdirSync(root).includes('trace') ? 'runs' : findChanges(before, listContents(work));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** True if a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', program]).status === 0;
}

function writeExecutable(path: string, content: string): void {
  writeFileSync(path, content);
  chmodSync(path, 0o755);
}

function runText(root: string, text: string): Promise<void> {
  const child = spawn('unshare', ['-Urn', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', text], {
    cwd: join(root, 'work'),
    env: {
      PATH: `${join(root, 'work/bin')}:${process.env.PATH}:/usr/sbin:/sbin`,
      HOME: join(root, 'home'),
      TMPDIR: join(root, 'tmp'),
      TERM: 'xterm',
      LC_ALL: 'C',
      NODE: process.execPath,
    },
    stdio: 'ignore',
    timeout: 5000,
    killSignal: 'SIGKILL',
  });
  // What has run the probe need not end.
  const watcher = watch(root, (_event, name) => name === 'trace' && child.kill('SIGKILL'));
  return new Promise<void>((resolve, reject) => child.on('error', reject).on('exit', () => resolve())).finally(() =>
    watcher.close(),
  );
}

/** Folders that a text made from nothing, by that text. */
const prepared = new Map<string, Promise<string>>();

/** Runs a text that prepares a folder; one that makes a repository is run once, and what it made is copied. */
async function setUp(root: string, text: string): Promise<void> {
  if (!text.includes('git init')) return runText(root, text);
  const made = prepared.get(text) ?? prepareFolder(text);
  prepared.set(text, made);
  cpSync(join(await made, 'work'), join(root, 'work'), { recursive: true });
}

async function prepareFolder(text: string): Promise<string> {
  const root = mkdtempSync(join(tmpdir(), 'proof-'));
  for (const folder of ['work', 'home', 'tmp']) mkdirSync(join(root, folder));
  await runText(root, text);
  return root;
}

/** Contents of the files in a folder, and its folders, by path. What Git itself writes in `.git` does not count. */
function listContents(folder: string): ReadonlyMap<string, string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .map((entry) => [join(entry.parentPath, entry.name).slice(folder.length + 1), entry] as const)
      .filter(([path]) => !/^(.*\/)?\.git(\/|$)/.test(path))
      .map(([path, entry]) => {
        const { mode } = lstatSync(join(folder, path));
        return [path, `${mode} ${entry.isFile() ? readFileSync(join(folder, path), 'latin1') : ''}`];
      }),
  );
}

function findChanges(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}
