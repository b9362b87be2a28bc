import { mkdir, realpath, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import writeFileAtomic from 'write-file-atomic';
import { ModeError } from '../mode-error.ts';
import { editModesText } from '../text/edit-modes-text.ts';
import type { ModesEdit } from '../text/plan-edit.ts';
import { maxTextLength } from '../text/read-limits.ts';
import type { EditableMode } from '../text/writable-mode.ts';
import { errorCode, readTextFile, type TextFile } from './read-text-file.ts';

/** What a save or a deletion did. */
export interface SavedModes {
  /** False when the file said already what was asked for, and was not written. */
  readonly changed: boolean;
}

/**
 * Saves one mode into a modes file as `editModesText` does, making file and folder when they are absent. The write is atomic, keeps the
 * file's permissions, and goes through a symbolic link. Saves of one file in this process run one after the other.
 *
 * @throws {ModeError} FILE_UNREADABLE when the file is no text that can be edited; it is then left alone.
 * @throws {ModeError} MODE_INVALID or EDIT_REFUSED as `editModesText` does.
 * @throws {ModeError} FILE_WRITE_FAILED when the file changed in the meantime or could not be written; the old content still stands.
 */
export function saveMode({ file, mode }: { readonly file: string; readonly mode: EditableMode }): Promise<SavedModes> {
  return editFile(file, { kind: 'save', mode });
}

/**
 * Deletes one mode from a modes file; a slug that is not there, or a file that is absent, changes nothing.
 *
 * @throws {ModeError} As {@link saveMode} does, MODE_INVALID excepted.
 */
export function deleteMode({ file, slug }: { readonly file: string; readonly slug: string }): Promise<SavedModes> {
  return editFile(file, { kind: 'delete', slug });
}

/** In the order of the calls for one name of a file, and one at a time for all names of it. */
function editFile(file: string, edit: ModesEdit): Promise<SavedModes> {
  return inTurn(`name ${resolve(file)}`, async () => {
    const path = await trueName(file);
    return inTurn(`file ${path}`, () => editNow({ file, path, edit }));
  });
}

async function editNow({
  file,
  path,
  edit,
}: {
  readonly file: string;
  readonly path: string;
  readonly edit: ModesEdit;
}): Promise<SavedModes> {
  const before = await readTextFile(path, maxTextLength);
  const { text, changed } = editModesText(requireText(before, file), edit, { file });
  if (!changed) return { changed };
  if (!isSameFile(before, await readTextFile(path, maxTextLength)))
    throw refuseWrite(file, 'it was changed by someone else in the meantime; try again');
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, text, { tmpfileCreated: fillFirst(text) });
  } catch (cause) {
    throw refuseWrite(file, `writing failed with ${errorCode(cause)}`, cause);
  }
  return { changed };
}

/**
 * The library writes with one call and would take the short write of a full disk for a whole one. Written here before, the text either fits
 * or the save fails. The library waits for the promise, which its types do not say.
 */
function fillFirst(text: string): (temporary: string) => void {
  const fill: (temporary: string) => unknown = (temporary) => writeFile(temporary, text);
  return fill as (temporary: string) => void;
}

function requireText(found: TextFile, file: string): string | undefined {
  if (found.state === 'absent') return undefined;
  if (found.state === 'read' && found.encoding === 'utf-8') return found.text;
  const reason = {
    read: 'it holds bytes that are not UTF-8; save it as UTF-8 first',
    'too-large': `it has more than ${maxTextLength} bytes`,
    unreadable: found.state === 'unreadable' ? found.reason : '',
  }[found.state];
  const cause = found.state === 'unreadable' ? found.cause : undefined;
  throw new ModeError('FILE_UNREADABLE', `${file} is left alone, because it cannot be read: ${reason}.`, {
    data: { file },
    cause,
  });
}

function isSameFile(before: TextFile, now: TextFile): boolean {
  if (before.state === 'read' && now.state === 'read') return before.bytes.equals(now.bytes);
  return before.state === 'absent' && now.state === 'absent';
}

function refuseWrite(file: string, reason: string, cause?: unknown): ModeError {
  return new ModeError('FILE_WRITE_FAILED', `${file} was not written: ${reason}. Its old content still stands.`, {
    data: { file },
    cause,
  });
}

/** The file a path leads to, so that two names of one file share a queue; a file that is absent has its own name. */
async function trueName(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch {
    return resolve(file);
  }
}

const queues = new Map<string, Promise<unknown>>();

function inTurn<Result>(key: string, run: () => Promise<Result>): Promise<Result> {
  const before = queues.get(key) ?? Promise.resolve();
  const result = before.then(run, run);
  queues.set(key, result);
  const leave = () => {
    if (queues.get(key) === result) queues.delete(key);
  };
  result.then(leave, leave);
  return result;
}
