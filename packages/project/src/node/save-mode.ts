import { type EditableMode, editModesText, type ModesEdit } from '@modegate/mode-core/text';
import { replaceTextFile, requireTextFile, runExclusive, TextFileError } from '@modegate/text-files';

/** The file to edit. */
export interface ModesFile {
  readonly file: string;
  /**
   * Folder out of which no symbolic link may lead: the project folder for the project's files. Default: links are
   * followed when writing.
   */
  readonly within?: string | undefined;
}

/** Result of saving or deleting a mode. */
export interface SavedModes {
  /** False if the file already had the requested content and was not written. */
  readonly changed: boolean;
}

/**
 * Saves a mode to a modes file in the same way as `editModesText`, and creates the file and folder if necessary.
 * Replaces the file in one step and preserves its permissions. Within this process, saves to the same file run in
 * sequence.
 *
 * @throws {ModeError} MODE_INVALID, EDIT_REFUSED or FILE_UNREADABLE, as for `editModesText`.
 * @throws {TextFileError} FILE_UNREADABLE if the file is not editable text, FILE_OUTSIDE if a link leads out of
 * `within`, FILE_CHANGED if the file has changed in the meantime, FILE_WRITE_FAILED if the file could not be written,
 * in which case its old content is preserved.
 */
export function saveMode({ mode, ...target }: SaveRequest): Promise<SavedModes> {
  return editFile(target, { kind: 'save', mode });
}

/** Mode and file to save. */
export interface SaveRequest extends ModesFile {
  readonly mode: EditableMode;
  /**
   * Text from which the mode was read; `null` for a missing file. If the file now contains different text, nothing is
   * written (FILE_CHANGED), because the mode may have changed. Default: the mode is saved regardless of the file's
   * content.
   */
  readonly expectedText?: string | null | undefined;
}

/**
 * Deletes a mode from a modes file; does nothing for an unknown slug or a missing file.
 *
 * @throws {ModeError} As for {@link saveMode}, except MODE_INVALID.
 */
export function deleteMode({ slug, ...target }: ModesFile & { readonly slug: string }): Promise<SavedModes> {
  return editFile(target, { kind: 'delete', slug });
}

/**
 * Edits a file. Edits that use the same name for the file run in the order of the calls; edits that use different names
 * run one at a time.
 */
function editFile(target: EditTarget, edit: ModesEdit): Promise<SavedModes> {
  return runExclusive(target.file, () => editNow(target, edit));
}

type EditTarget = ModesFile & Pick<SaveRequest, 'expectedText'>;

async function editNow({ file, within, expectedText }: EditTarget, edit: ModesEdit): Promise<SavedModes> {
  const before = await requireTextFile(file, { within });
  if (expectedText !== undefined && (before ?? null) !== expectedText) throw changedMeanwhile(file);
  const { text, changed } = editModesText(before, edit, { file });
  if (!changed) return { changed };
  if ((await requireTextFile(file, { within })) !== before) throw changedMeanwhile(file);
  await replaceTextFile(file, text, { within });
  return { changed };
}

function changedMeanwhile(file: string): TextFileError<'FILE_CHANGED'> {
  const message = `${file} was not written, because it changed in the meantime. Try again.`;
  return new TextFileError('FILE_CHANGED', message, { data: { file } });
}
