import { HostError } from '../host-error.ts';

/** What was to be started, and what is known of why it was not. */
export interface SpawnFailure {
  readonly command: string;
  /** The working folder; undefined for our own. */
  readonly cwd: string | undefined;
  /** Whether the working folder is there; the system blames the command for a folder that is not. */
  readonly cwdExists: boolean;
  readonly cause: unknown;
}

/** Writes the error for a process that could not be started, with what to do about it. */
export function spawnFailure(failure: SpawnFailure): HostError<'UPSTREAM_START_FAILED'> {
  const { command, cause } = failure;
  const systemCode = codeOf(cause);
  const reason = explain(failure, systemCode);
  return new HostError('UPSTREAM_START_FAILED', `Could not start "${command}": ${reason}`, {
    data: { target: command, reason, systemCode },
    cause,
  });
}

function explain({ command, cwd, cwdExists, cause }: SpawnFailure, systemCode: string | undefined): string {
  if (cwd !== undefined && !cwdExists) {
    return `its working folder "${cwd}" does not exist or is no folder. Correct "cwd" or create the folder.`;
  }
  const known = systemCode === undefined ? undefined : REASONS[systemCode];
  if (known !== undefined) return known(command);
  return `${cause instanceof Error ? cause.message : String(cause)}.`;
}

const REASONS: Readonly<Record<string, (command: string) => string>> = {
  ENOENT: (command) =>
    /[\\/]/u.test(command)
      ? 'there is no such file, or the interpreter that its first line names is missing. Correct "command".'
      : 'it was not found in the PATH. Install it, or give "command" as an absolute path.',
  EACCES: () =>
    'it may not be executed. Make the file executable, or name the interpreter in "command" and the file in "args".',
  ENOEXEC: () => 'it is not a program. Name its interpreter in "command" and the file in "args".',
  ENOTDIR: () => 'a part of its path is no folder. Correct "command" and "cwd".',
  E2BIG: () => 'its arguments and environment are too long. Shorten "args" or "env".',
  EMFILE: () => 'too many files are open. Configure fewer servers or raise the limit (ulimit -n).',
  ENFILE: () => 'too many files are open on this machine.',
  EAGAIN: () => 'the system has no room for another process. End some, or raise the limit (ulimit -u).',
  ENOMEM: () => 'there is not enough memory.',
  ERR_INVALID_ARG_VALUE: () => 'the command, an argument or a variable holds a null byte. Remove it.',
};

function codeOf(cause: unknown): string | undefined {
  return cause instanceof Error && 'code' in cause && typeof cause.code === 'string' ? cause.code : undefined;
}
