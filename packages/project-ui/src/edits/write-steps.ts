import type { Project } from '@modegate/project';
import { loadProject, type ProjectLocation, replaceSource, sourceFile } from '@modegate/project/node';
import { UiRefusal } from '../operations/refusal.ts';
import type { SavedFile } from './save-history.ts';

/**
 * Writes files that still say what they said before.
 *
 * @throws {UiRefusal} where one of them says something else by now; nothing is written of it and of those behind it.
 */
export async function writeFiles(location: ProjectLocation, saved: readonly SavedFile[]): Promise<void> {
  const project = await loadProject(location);
  for (const { file, layer, before, after } of saved) {
    const source = findSource(project, { file, layer });
    const target = source && sourceFile(source, location);
    if (target === undefined) throw new UiRefusal(409, `${file} is not a file of this project any more.`);
    if ((await replaceSource(target, { expectedText: before, text: after })) === 'changed')
      throw new UiRefusal(409, `${file} was not written, because it was changed elsewhere meanwhile.`);
  }
}

function findSource({ sources }: Project, { file, layer }: Pick<SavedFile, 'file' | 'layer'>) {
  return sources.find((source) => source.layer === layer && source.file === file);
}
