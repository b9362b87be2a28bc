/** Error that ends the program with a message for the user. */
export class AppError extends Error {
  /**
   * Exit code: 1 for a failed action, 2 for incorrect usage or unreadable input, 4 for a question that could not be
   * evaluated.
   */
  readonly exitCode: 1 | 2 | 4;

  constructor(message: string, exitCode: 1 | 2 | 4 = 2, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'AppError';
    this.exitCode = exitCode;
  }
}
