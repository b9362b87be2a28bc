/** Data for each {@link TextFileError} code. */
export interface TextFileErrorData {
  /**
   * An existing file that cannot be read as text, because of its permissions, encoding, size or kind, or because of a
   * link that leads out of its folder.
   */
  readonly FILE_UNREADABLE: { readonly file: string; readonly reason: string };
  /** A file that has changed since the change was planned. */
  readonly FILE_CHANGED: { readonly file: string };
  /** A file that lies outside its folder because of a link. */
  readonly FILE_OUTSIDE: { readonly file: string; readonly within: string };
  /** A file that other processes kept locked for longer than this process is willing to wait; nothing was written. */
  readonly FILE_LOCKED: { readonly file: string; readonly lockFile: string; readonly waitedMs: number };
  /** A file that could not be written and is therefore unchanged. */
  readonly FILE_WRITE_FAILED: { readonly file: string; readonly reason: string };
}

/** Code of a {@link TextFileError}. */
export type TextFileErrorCode = keyof TextFileErrorData;

/** Error class of text-files. */
export class TextFileError<Code extends TextFileErrorCode = TextFileErrorCode> extends Error {
  readonly code: Code;
  readonly data: TextFileErrorData[Code];

  constructor(
    code: Code,
    message: string,
    details: { readonly data: TextFileErrorData[Code]; readonly cause?: unknown },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'TextFileError';
    this.code = code;
    this.data = details.data;
  }
}
