/** Data for each {@link ModeError} code. */
export interface ModeErrorData {
  /** A slug that no layer defines. */
  readonly MODE_NOT_FOUND: { readonly slug: string; readonly known: readonly string[] };
  /** A mode that cannot be written unchanged. */
  readonly MODE_INVALID: { readonly slug: string; readonly problems: readonly string[] };
  /** A modes file whose text cannot be parsed and which is therefore left unchanged. */
  readonly FILE_UNREADABLE: { readonly file: string; readonly line?: number };
  /** An edit that is refused because it would change parts of a modes file outside the edited mode. */
  readonly EDIT_REFUSED: { readonly slug: string; readonly file?: string };
}

/** Code of a {@link ModeError}. */
export type ModeErrorCode = keyof ModeErrorData;

/** The error class of mode-core. A refusal is never an error; it is a decision. */
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
