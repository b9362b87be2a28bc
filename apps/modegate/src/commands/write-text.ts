import { AppError, confineToFolder } from '@modegate/cli-kit';
import type { ProjectFolders } from '@modegate/policy-check/node';
import { allOrNone, readTextFile, replaceTextFile } from '@modegate/text-files';

/**
 * Replaces a file in one step, or creates it with its folder. Does not write a repository file through a link out of
 * the repository.
 *
 * @throws {TextFileError} if it cannot be written; it is then unchanged.
 */
export function writeText(
  file: string,
  text: string,
  { repository }: Pick<ProjectFolders, 'repository'>,
): Promise<void> {
  return replaceTextFile(file, text, confineToFolder(repository, file));
}

/** A file of the project with its old and new text. */
export interface PlannedWrite {
  readonly path: string;
  readonly before: string;
  readonly text: string;
}

/**
 * Replaces files of the project that still have the old text, all of them or none.
 *
 * @throws {AppError} exit code 2 if one has changed; all are then unchanged.
 * @throws {TextFileError} if one cannot be written; all are then restored.
 * @throws {HalfDone} if files written before it cannot be restored; the message names them.
 */
export function replaceTexts(changes: readonly PlannedWrite[], place: ProjectFolders): Promise<void> {
  return allOrNone(changes, {
    act: (change) => replaceText(change, place),
    takeBack: ({ path, before, text }) => replaceText({ path, before: text, text: before }, place),
    describe: ({ path }) => path,
  });
}

async function replaceText({ path, before, text }: PlannedWrite, { root }: ProjectFolders): Promise<void> {
  const now = await readTextFile(path);
  if (now.state !== 'read' || now.text !== before)
    throw new AppError(`${path} changed in the meantime, so it was not written. Run the command again.`);
  await writeText(path, text, { repository: root });
}
