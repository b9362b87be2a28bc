import { AppError } from '@modegate/cli-kit';
import { exitCodes } from '../exit-codes.ts';

/** The complete output of Git, or the reason why Git did not produce any. */
export type GitAnswer =
  | { readonly state: 'done'; readonly output: Buffer }
  | { readonly state: 'refused'; readonly message: string }
  | { readonly state: 'missing' };

// A repository's configuration may specify programs for git to run; no query here needs them.
const harmless = ['--no-optional-locks', '-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null'];
const maxBytes = 64 * 1024 * 1024;
const timeoutMs = 30_000;

/** Runs git in a folder, without a shell and without prompting the user or using the network. */
export function git(folder: string, args: readonly string[]): Promise<GitAnswer> {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', LC_ALL: 'C' };
  const options = {
    cwd: folder,
    env,
    maxBuffer: maxBytes,
    timeout: timeoutMs,
    encoding: 'buffer',
    windowsHide: true,
  } as const;
  // Imported only when needed, because many commands do not use git.
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    execFile('git', [...harmless, ...args], options, (error, stdout, stderr) => {
      if (error === null) return resolve({ state: 'done', output: stdout });
      if (error.code === 'ENOENT') return resolve({ state: 'missing' });
      const message = stderr.toString('utf8').trim().split('\n')[0] ?? '';
      resolve({ state: 'refused', message: message === '' ? error.message : message });
    });
  });
}

/**
 * Runs git and returns its output as text.
 *
 * @throws {AppError} exit code 4 when git is missing, 2 when git reports an error.
 */
export async function gitText(folder: string, args: readonly string[]): Promise<string> {
  const answer = await git(folder, args);
  if (answer.state === 'missing')
    throw new AppError(
      'git was not found, so revisions cannot be read. Compare folders instead.',
      exitCodes.unevaluated,
    );
  if (answer.state === 'refused') throw new AppError(`git failed: ${answer.message}`);
  return answer.output.toString('utf8');
}

/**
 * Lists the files below a folder that git tracks or would add, relative to the folder; returns undefined if git is
 * missing or the folder is not in a repository.
 */
export async function listGitFiles(folder: string): Promise<readonly string[] | undefined> {
  const answer = await git(folder, ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate']);
  return answer.state === 'done' ? splitNames(answer.output.toString('utf8')) : undefined;
}

/** Splits names that are separated by NUL characters. */
export function splitNames(text: string): readonly string[] {
  return text.split('\0').filter((name) => name !== '');
}
