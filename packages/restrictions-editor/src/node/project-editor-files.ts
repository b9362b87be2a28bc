import type { ModesSource, Project } from '@modegate/project';
import { defaultShell, loadProject, type ProjectLocation, saveMode, sourceFile } from '@modegate/project/node';
import { type DescribeOptions, describeProject } from '../messages/describe-project.ts';
import type { EditorFiles, EditorReading } from '../messages/editor-host.ts';

/** A project on this machine, with information that does not come from its files. */
export interface ProjectEditing extends ProjectLocation {
  /**
   * Returns the servers' tools, the files and the circumstances; called each time the project is read. Default: nothing
   * is known.
   */
  readonly describe?: (() => DescribeOptions | Promise<DescribeOptions>) | undefined;
}

/** Gives an editor's host access to a project's files; saving preserves comments. */
export function projectEditorFiles({ describe = () => ({}), ...location }: ProjectEditing): EditorFiles {
  return {
    read: async (modeSlug) => {
      const [project, options] = await Promise.all([loadProject(location), describe()]);
      return editProject(project, modeSlug, { ...options, location });
    },
  };
}

/** Information that does not come from the files, and the files' location. */
export interface EditProjectOptions extends DescribeOptions {
  readonly location: ProjectLocation;
}

/** Prepares a project that has already been read, so that one mode can be edited. */
export function editProject(
  project: Project,
  modeSlug: string,
  { location, ...options }: EditProjectOptions,
): EditorReading {
  const { disabledTools, shell = defaultShell() } = location;
  const described = describeProject(project, modeSlug, { disabledTools, shell, ...options });
  const { layer, file, text } = described.edited;
  const isEdited = (source: Project['sources'][number]): source is ModesSource =>
    source.what === 'modes' && source.layer === layer && source.file === file;
  return {
    project: described,
    async save(mode) {
      const source = project.sources.find(isEdited);
      const target = source && sourceFile(source, location);
      if (target === undefined) throw new Error(`${file} is not a modes file of this project.`);
      try {
        await saveMode({ ...target, mode, expectedText: text ?? null });
        return 'saved';
      } catch (error) {
        if ((error as { readonly code?: unknown }).code === 'FILE_CHANGED') return 'changed';
        throw error;
      }
    },
  };
}
