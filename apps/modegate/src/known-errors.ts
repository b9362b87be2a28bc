import { AppError } from '@modegate/cli-kit';

/** Names of the errors of our packages whose message says which file could not be read or written, and why. */
export const knownErrors: readonly string[] = [
  'ModeError',
  'HostError',
  'TextFileError',
  'HalfDone',
  'ServerConfigError',
];

/** Whether the message of an error is for the user; anything else is a fault of this program. */
export function isKnownError(error: unknown): error is Error {
  return error instanceof AppError || (error instanceof Error && knownErrors.includes(error.name));
}
