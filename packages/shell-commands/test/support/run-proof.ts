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

/** A text that is run in a new folder. `PROBE` in it is a program that leaves a trace, `OPTION` the tested option. */
export interface Scene {
  /** Text for `sh`. */
  readonly run: string;
  /** Contents of files that exist beforehand, by path. Those that begin with `#!` are executable. */
  readonly files?: Readonly<Record<string, string>>;
  /** Text that is run beforehand and not observed. */
  readonly setUp?: string;
  /** Time in seconds after which anything still running is killed. Default: 10. */
  readonly seconds?: number;
}

/** A run of an installed program that demonstrates the effect of an option. There is one test per option. */
export interface Proof extends Scene {
  /** Program and subcommand. */
  readonly name: string;
  /** Options with the same effect, separated by blanks, as in the facts without `=`; or a fact, such as `operands`. */
  readonly options: string;
  /**
   * `runs`: the probe ran. `nothing`: no file was written. Otherwise: the path that was written, changed or deleted.
   */
  readonly effect: 'runs' | 'nothing' | { readonly writes: string };
}

/**
 * Runs a scene in a separate folder, home and namespaces without a network. Returns `runs` if the probe ran, otherwise
 * the paths that were written, changed or deleted; rejects if nothing was seen before time ran out.
 */
export async function observe(scene: Scene, option = ''): Promise<'runs' | readonly string[]> {
  const root = createRoot();
  try {
    const work = join(root, 'work');
    const fill = (text: string) => text.replaceAll('PROBE', join(root, 'probe')).replaceAll('OPTION', option);
    for (const [path, content] of Object.entries(scene.files ?? {})) {
      mkdirSync(dirname(join(work, path)), { recursive: true });
      writeFileSync(join(work, path), fill(content));
      if (content.startsWith('#!')) chmodSync(join(work, path), 0o755);
    }
    if (scene.setUp !== undefined) await setUp(root, fill(scene.setUp));
    rmSync(join(root, 'trace'), { force: true });
    const before = listContents(work);
    const ended = await runText(root, fill(scene.run), scene.seconds);
    if (readdirSync(root).includes('trace')) return 'runs';
    const changes = findChanges(before, listContents(work));
    if (!ended && changes.length === 0) throw new Error(`Still ran at the end of its time: ${scene.run}`);
    return changes;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** True if a program is installed. */
export function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', 'command -v -- "$1"', 'sh', program]).status === 0;
}

function createRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'proof-'));
  for (const folder of ['work', 'home', 'tmp']) mkdirSync(join(root, folder));
  writeFileSync(join(root, 'probe'), `#!/bin/sh\n: > '${root}/trace'\n`, { mode: 0o755 });
  return root;
}

/** Runs a text; true if it ended without a timeout or was killed because the probe ran. */
function runText(root: string, text: string, seconds = 10): Promise<boolean> {
  const child = spawn('unshare', ['-Urn', '--pid', '--fork', '--kill-child', '--mount-proc', 'sh', '-c', text], {
    cwd: join(root, 'work'),
    env: {
      PATH: `${join(root, 'work/bin')}:${process.env.PATH}:/usr/sbin:/sbin`,
      HOME: join(root, 'home'),
      TMPDIR: join(root, 'tmp'),
      TERM: 'xterm',
      LC_ALL: 'C',
      EDITOR: 'true',
      NODE: process.execPath,
    },
    stdio: 'ignore',
    timeout: seconds * 1000,
    killSignal: 'SIGTERM',
  });
  // A text that has run the probe need not finish.
  const watcher = watch(root, (_event, name) => name === 'trace' && child.kill('SIGKILL'));
  return new Promise<boolean>((resolve, reject) =>
    child.on('error', reject).on('exit', (_code, signal) => resolve(signal !== 'SIGTERM')),
  ).finally(() => watcher.close());
}

/** Folders that a text created from scratch, by that text. */
const prepared = new Map<string, Promise<string>>();

/** Runs a text that prepares a folder; one that makes a repository is run once, and its result is copied. */
async function setUp(root: string, text: string): Promise<void> {
  if (!text.includes('git init')) await runText(root, text);
  else {
    const made = prepared.get(text) ?? prepareFolder(text);
    prepared.set(text, made);
    cpSync(await made, join(root, 'work'), { recursive: true });
  }
}

async function prepareFolder(text: string): Promise<string> {
  const root = createRoot();
  process.once('exit', () => rmSync(root, { recursive: true, force: true }));
  await runText(root, text);
  return join(root, 'work');
}

/**
 * Lists the contents of the files in a folder, and its folders, by path. Files that Git itself writes in `.git` do not
 * count.
 */
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
