/** What each {@link ModeError} code carries. */
export interface ModeErrorData {
  /** A slug that no layer defines. */
  readonly MODE_NOT_FOUND: { readonly slug: string; readonly known: readonly string[] };
  /** A mode that cannot be written as it is. */
  readonly MODE_INVALID: { readonly slug: string; readonly problems: readonly string[] };
  /** A modes file whose text does not parse, and is therefore left alone. */
  readonly FILE_UNREADABLE: { readonly file: string; readonly line?: number };
  /** An edit that would change more of a modes file than the one mode, and is therefore not made. */
  readonly EDIT_REFUSED: { readonly slug: string; readonly file?: string };
}

/** The code of a {@link ModeError}. */
export type ModeErrorCode = keyof ModeErrorData;

/** The one error class of mode-core. Refusals by policy are never errors; they are decisions. */
export class ModeError<Code extends ModeErrorCode = ModeErrorCode> extends Error {
  readonly code: Code;
  readonly data: ModeErrorData[Code];

  constructor(code: Code, message: string, details: { readonly data: ModeErrorData[Code]; readonly cause?: unknown }) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.name = 'ModeError';
    this.code = code;
    this.data = details.data;
  }
}
