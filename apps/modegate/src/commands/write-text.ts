import { AppError, confineToFolder } from '@modegate/cli-kit';
import type { ProjectFolders } from '@modegate/policy-check/node';
import { readTextFile, replaceTextFile, runWithRollback } from '@modegate/text-files';

/**
 * Replaces a file in one step, or creates it along with its folder. Does not write a repository file through a link
 * that leads out of the repository.
 *
 * @throws {TextFileError} when the file cannot be written; it then remains unchanged.
 */
export function writeText(
  file: string,
  text: string,
  { repository }: Pick<ProjectFolders, 'repository'>,
): Promise<void> {
  return replaceTextFile(file, text, confineToFolder(repository, file));
}

/** A project file with its current text and its new text. */
export interface PlannedWrite {
  readonly path: string;
  readonly before: string;
  readonly text: string;
}

/**
 * Replaces either all of the given project files or none; requires that none has changed since it was read.
 *
 * @throws {AppError} exit code 2 when the content of a file has changed since; all files then remain as they are.
 * @throws {TextFileError} when a file cannot be written; all files then remain as they were.
 * @throws {RollbackFailed} when files that were already written cannot be restored either; the message lists them.
 */
export function replaceTexts(changes: readonly PlannedWrite[], place: ProjectFolders): Promise<void> {
  return runWithRollback(changes, {
    act: (change) => replaceText(change, place),
    undo: ({ path, before, text }) => replaceText({ path, before: text, text: before }, place),
    describe: ({ path }) => path,
  });
}

async function replaceText({ path, before, text }: PlannedWrite, { root }: ProjectFolders): Promise<void> {
  const now = await readTextFile(path);
  if (now.state !== 'read' || now.text !== before)
    throw new AppError(`${path} changed in the meantime, so it was not written. Run the command again.`);
  await writeText(path, text, { repository: root });
}
