import { AppError, confineToFolder } from '@modegate/cli-kit';
import type { ProjectFolders } from '@modegate/policy-check/node';
import { allOrNone, readTextFile, replaceTextFile } from '@modegate/text-files';

/**
 * Replaces a file in one step, or makes it with its folder. A file of the repository is not written through a link that leaves it.
 *
 * @throws {TextFileError} when it cannot be written; it is then as it was.
 */
export function writeText(
  file: string,
  text: string,
  { repository }: Pick<ProjectFolders, 'repository'>,
): Promise<void> {
  return replaceTextFile(file, text, confineToFolder(repository, file));
}

/** A file of the project, what it says, and what it is to say. */
export interface PlannedWrite {
  readonly path: string;
  readonly before: string;
  readonly text: string;
}

/**
 * Replaces files of the project that still say what they said, all of them or none.
 *
 * @throws {AppError} exit code 2 when one says something else now; all are then left as they are.
 * @throws {TextFileError} when one cannot be written; all are then as they were.
 * @throws {HalfDone} when those written before it cannot be put back either; the message names them.
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
