import { AppError, stayIn } from '@modegate/program-shell';
import type { ProjectPlace } from '@modegate/project-check/find-project';
import { readTextFile, replaceTextFile } from '@modegate/text-files';

/**
 * Replaces a file in one step, or makes it with its folder. A file of the repository is not written through a link that leaves it.
 *
 * @throws {TextFileError} when it cannot be written; it is then as it was.
 */
export function writeText(file: string, text: string, { repository }: Pick<ProjectPlace, 'repository'>): Promise<void> {
  return replaceTextFile(file, text, stayIn(repository, file));
}

/**
 * Replaces a file of the project that still says what it said.
 *
 * @throws {AppError} exit code 2 when it says something else now; it is then left as it is.
 * @throws {TextFileError} when it cannot be written; it is then as it was.
 */
export async function replaceText(
  change: { readonly path: string; readonly before: string; readonly text: string },
  place: ProjectPlace,
): Promise<void> {
  const now = await readTextFile(change.path);
  if (now.state !== 'read' || now.text !== change.before)
    throw new AppError(`${change.path} changed in the meantime, so it was not written. Run the command again.`);
  await writeText(change.path, change.text, { repository: place.root });
}
