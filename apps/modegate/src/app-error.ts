import { type ExitCode, exitCodes } from './exit-codes.ts';

/** A failure that ends the program with a message for the user. */
export class AppError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = exitCodes.usage, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.exitCode = exitCode;
  }
}
