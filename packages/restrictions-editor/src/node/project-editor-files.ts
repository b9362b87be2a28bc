import type { ModesSource, Project } from '@modegate/project';
import { loadProject, type ModesFile, type ProjectLocation, saveMode, sourceFile } from '@modegate/project/node';
import { type DescribeOptions, describeProject } from '../messages/describe-project.ts';
import type { EditorFiles } from '../messages/editor-host.ts';
import type { EditedFile } from '../model/editor-project.ts';

/** A project on this machine, and what is known of it beside its files. */
export interface ProjectEditing extends ProjectLocation {
  /** What the servers offer, which files there are, and the circumstances; asked at each reading. Default: nothing is known. */
  readonly describe?: (() => DescribeOptions | Promise<DescribeOptions>) | undefined;
}

/** The files of a project for an editor's host: read as every program reads them, and saved with comments kept. */
export function projectEditorFiles({ describe = () => ({}), ...location }: ProjectEditing): EditorFiles {
  return {
    async read(modeSlug) {
      const [project, options] = await Promise.all([loadProject(location), describe()]);
      return describeProject(project, modeSlug, { disabledTools: location.disabledTools, ...options });
    },
    async save(edited, mode) {
      const target = findTarget(await loadProject(location), edited, location);
      try {
        await saveMode({ ...target, mode, expectedText: edited.text ?? null });
        return 'saved';
      } catch (error) {
        if ((error as { readonly code?: unknown }).code === 'FILE_CHANGED') return 'changed';
        throw error;
      }
    },
  };
}

function findTarget({ sources }: Project, { layer, file }: EditedFile, location: ProjectLocation): ModesFile {
  const isIt = (source: Project['sources'][number]): source is ModesSource =>
    source.what === 'modes' && source.layer === layer && source.file === file;
  const source = sources.find(isIt);
  const target = source && sourceFile(source, location);
  if (target === undefined) throw new Error(`${file} is not a modes file of this project.`);
  return target;
}
