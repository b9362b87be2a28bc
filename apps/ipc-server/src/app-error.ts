/** A failure that ends the program with a message for the user and an exit code: 1 for a failed action, 2 for wrong usage or unreadable input. */
export class AppError extends Error {
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.exitCode = exitCode;
  }
}
