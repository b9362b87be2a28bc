import { AppError } from '@modegate/cli-kit';

/**
 * Names of the errors, thrown by Modegate's packages, whose messages state the reason and the file that could not be
 * read or written.
 */
export const knownErrors: readonly string[] =
  'ModeError HostError TextFileError RollbackFailed ServerConfigError'.split(' ');

/** True if an error's message is meant for the user; anything else is a fault of this program. */
export function isKnownError(error: unknown): error is Error {
  return error instanceof AppError || (error instanceof Error && knownErrors.includes(error.name));
}
