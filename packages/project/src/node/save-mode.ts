import { type EditableMode, editModesText, type ModesEdit } from '@modegate/mode-core/text';
import { replaceTextFile, requireTextFile, runExclusive, TextFileError } from '@modegate/text-files';

/** The file to edit. */
export interface ModesFile {
  readonly file: string;
  /** Folder that the file must not leave by a symbolic link: the project, for a file of the project. Default: links are written through. */
  readonly within?: string | undefined;
}

/** What a save or a deletion did. */
export interface SavedModes {
  /** False when the file already said what was asked for, and was not written. */
  readonly changed: boolean;
}

/**
 * Saves one mode into a modes file as `editModesText` does, making file and folder when they are absent. The file is replaced in one step
 * and keeps its permissions. Saves of one file in this process run one after the other.
 *
 * @throws {ModeError} MODE_INVALID, EDIT_REFUSED or FILE_UNREADABLE as `editModesText` does.
 * @throws {TextFileError} FILE_UNREADABLE when the file is not text that can be edited, FILE_OUTSIDE when a link leads out of `within`,
 *   FILE_CHANGED when it changed in the meantime, FILE_WRITE_FAILED when it could not be written; it keeps its old content.
 */
export function saveMode({ mode, ...target }: SaveRequest): Promise<SavedModes> {
  return editFile(target, { kind: 'save', mode });
}

/** The mode to save, and where. */
export interface SaveRequest extends ModesFile {
  readonly mode: EditableMode;
  /**
   * The text that the mode was read from, `null` for a file that was absent. With another text in the file nothing is written, because the
   * mode may have changed there: FILE_CHANGED. Default: the mode is saved whatever the file has.
   */
  readonly expectedText?: string | null | undefined;
}

/**
 * Deletes one mode from a modes file; a slug that is not there, or a file that is absent, changes nothing.
 *
 * @throws {ModeError} As {@link saveMode} does, MODE_INVALID excepted.
 */
export function deleteMode({ slug, ...target }: ModesFile & { readonly slug: string }): Promise<SavedModes> {
  return editFile(target, { kind: 'delete', slug });
}

/** In the order of the calls for one name of a file, and one at a time for all names of it. */
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
