/** What each {@link TextFileError} code carries. */
export interface TextFileErrorData {
  /** A file that is there and cannot be read as text: rights, encoding, size, kind of file, or a link that leaves its folder. */
  readonly FILE_UNREADABLE: { readonly file: string; readonly reason: string };
  /** A file that is not what it was when the change to it was planned. */
  readonly FILE_CHANGED: { readonly file: string };
  /** A file that a link would have led out of the folder that it has to stay in. */
  readonly FILE_OUTSIDE: { readonly file: string; readonly within: string };
  /** A file that others kept locked for longer than this process waits; nothing was written. */
  readonly FILE_LOCKED: { readonly file: string; readonly lockFile: string; readonly waitedMs: number };
  /** A file that could not be written; it is unchanged. */
  readonly FILE_WRITE_FAILED: { readonly file: string; readonly reason: string };
}

/** The code of a {@link TextFileError}. */
export type TextFileErrorCode = keyof TextFileErrorData;

/** The one error class of text-files. */
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
