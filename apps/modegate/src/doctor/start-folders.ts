import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { AppError, holdSignals } from '@modegate/cli-kit';

/** A folder in which an agent's session may start. */
export interface StartFolder {
  /** Name of the folder, worded to follow "from". */
  readonly name: string;
  readonly cwd: string;
  /** Root of the project in that session: the root of the project itself or of the worktree. */
  readonly base: string;
}

/**
 * Folders in which a hook is tested, starting with the project root, and the reasons why other folders could not be
 * created.
 */
export interface StartFolders {
  readonly folders: readonly [StartFolder, ...StartFolder[]];
  /** Sentences about the folders that could not be created. */
  readonly missing: readonly string[];
}

/**
 * Creates an empty subfolder and a git worktree of a project, and removes them after use, even if a signal ends the
 * program.
 */
export async function withStartFolders<Result>(
  root: string,
  use: (folders: StartFolders) => Promise<Result>,
): Promise<Result> {
  const interruption = holdSignals();
  const made: Made = [];
  try {
    return await Promise.race([makeFolders(root, made).then(use), rejectWith(interruption.signal)]);
  } finally {
    for (const remove of made.toReversed()) await remove().catch(() => undefined);
    interruption.finish();
  }
}

function rejectWith(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('The check was interrupted.')), { once: true });
  });
}

type Made = (() => Promise<unknown>)[];

async function makeFolders(root: string, made: Made): Promise<StartFolders> {
  const folders: [StartFolder, ...StartFolder[]] = [{ name: 'the project root', cwd: root, base: root }];
  const missing: string[] = [];
  for (const [name, make] of makers)
    await make(root, made).then(
      (folder) => folders.push({ name, ...folder }),
      (error: Error) => missing.push(`Not tried from ${name}: ${error.message.trim().split('\n').at(-1)}`),
    );
  return { folders, missing };
}

type MadeFolder = Omit<StartFolder, 'name'>;

const makers = [
  ['a subfolder', makeSubfolder],
  ['a git worktree', makeWorktree],
] as const;

async function makeSubfolder(root: string, made: Made): Promise<MadeFolder> {
  const cwd = await mkdtemp(join(root, 'modegate-doctor-'));
  made.push(() => rm(cwd, { recursive: true }));
  return { cwd, base: root };
}

/** Creates an empty worktree: checks out nothing and runs no git hook. */
async function makeWorktree(root: string, made: Made): Promise<MadeFolder> {
  const top = (await git(root, 'rev-parse', '--show-toplevel')).trim();
  const parent = await mkdtemp(join(await realpath(tmpdir()), 'modegate-doctor-'));
  made.push(() => rm(parent, { recursive: true }));
  const folder = join(parent, 'worktree');
  await git(root, 'worktree', 'add', '--quiet', '--no-checkout', '--detach', folder);
  made.push(() => git(root, 'worktree', 'remove', '--force', folder));
  const cwd = join(folder, relative(top, await realpath(root)));
  await mkdir(cwd, { recursive: true });
  return { cwd, base: cwd };
}

async function git(root: string, ...args: readonly string[]): Promise<string> {
  const options = ['-C', root, '-c', 'core.hooksPath=/dev/null', ...args];
  const { stdout } = await promisify(execFile)('git', options, { encoding: 'utf8' });
  return stdout;
}
