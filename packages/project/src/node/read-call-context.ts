import { dirname, join, resolve } from 'node:path';
import type { CallContext } from '@modegate/mode-core';
import { readPlainFileSync } from '@modegate/text-files';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the context for conditions in modes: the checked-out branch, the CI status, and variables by name. */
export function readCallContext(projectRoot: string, env: Environment, names: readonly string[] = []): CallContext {
  const branch = readBranch(projectRoot);
  const shown = Object.fromEntries(names.map((name) => [name, env[name] ?? null]));
  return { ci: isTrue(env.CI), env: shown, ...(branch === undefined ? {} : { branch }) };
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && !['', '0', 'false'].includes(value.toLowerCase());
}

/**
 * Returns the branch of the repository that contains a folder; undefined if there is no repository, or if a commit
 * rather than a branch is checked out.
 */
function readBranch(folder: string): string | undefined {
  for (let at = resolve(folder); ; at = dirname(at)) {
    const head = readHead(join(at, '.git'));
    if (head !== undefined) return /^ref: refs\/heads\/(\S.*)$/.exec(head.trim())?.[1];
    if (dirname(at) === at) return undefined;
  }
}

/** Reads the content of HEAD; `.git` is a folder or, in a worktree, a file that contains the path of the folder. */
function readHead(git: string): string | undefined {
  const direct = readPlainFileSync(join(git, 'HEAD'));
  if (direct !== undefined) return direct;
  const elsewhere = /^gitdir: (.+)$/m.exec(readPlainFileSync(git) ?? '')?.[1];
  return elsewhere === undefined ? undefined : readPlainFileSync(join(resolve(dirname(git), elsewhere.trim()), 'HEAD'));
}
