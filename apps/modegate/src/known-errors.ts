import { AppError } from '@modegate/cli-kit';

/** Names of the errors of our packages whose message names the file and the reason. */
export const knownErrors: readonly string[] = [
  'ModeError',
  'HostError',
  'TextFileError',
  'HalfDone',
  'ServerConfigError',
];

/** True if an error's message is for the user; anything else is a bug. */
export function isKnownError(error: unknown): error is Error {
  return error instanceof AppError || (error instanceof Error && knownErrors.includes(error.name));
}
