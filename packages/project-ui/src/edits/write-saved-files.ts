import type { Project } from '@modegate/project';
import { loadProject, type ProjectLocation, replaceSource, sourceFile } from '@modegate/project/node';
import { runWithRollback } from '@modegate/text-files';
import { UiRefusal } from '../operations/refusal.ts';
import type { SavedFile } from './save-history.ts';

/**
 * Writes either all of the files or none of them; each must still have the content given in `before`. A file that
 * already has the desired content is left unchanged.
 *
 * @throws {UiRefusal} if one of the files now has different content.
 * @throws {RollbackFailed} for files that were written but could not be restored after another file could not be
 * written.
 */
export async function writeSavedFiles(location: ProjectLocation, saved: readonly SavedFile[]): Promise<void> {
  const project = await loadProject(location);
  const wanted = saved.filter((one) => one.after === undefined || findSource(project, one)?.text !== one.after);
  const write = async ({ file, layer, before, after }: SavedFile): Promise<void> => {
    const source = findSource(project, { file, layer });
    const target = source && sourceFile(source, location);
    if (target === undefined) throw new UiRefusal(409, `${file} is no longer a file of this project.`);
    if ((await replaceSource(target, { expectedText: before, text: after })) === 'changed')
      throw new UiRefusal(409, `${file} was not written, because it was changed elsewhere in the meantime.`);
  };
  await runWithRollback(wanted, {
    act: write,
    describe: ({ file }) => file,
    undo: (one) => write({ ...one, before: one.after, after: one.before }),
  });
}

function findSource({ sources }: Project, { file, layer }: Pick<SavedFile, 'file' | 'layer'>) {
  return sources.find((source) => source.layer === layer && source.file === file);
}
