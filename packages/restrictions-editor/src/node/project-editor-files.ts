import type { EditableMode } from '@modegate/mode-core/text';
import type { ModesSource, Project } from '@modegate/project';
import { defaultShell, loadProject, type ProjectLocation, saveMode, sourceFile } from '@modegate/project/node';
import { type DescribeOptions, describeProject } from '../messages/describe-project.ts';
import type { EditorFiles, EditorReading } from '../messages/editor-host.ts';
import type { EditedFile } from '../model/editor-project.ts';

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
  const save = (mode: EditableMode) => saveInto(project, described.edited, { mode, location });
  return { project: described, save };
}

interface SaveInto {
  readonly mode: EditableMode;
  readonly location: ProjectLocation;
}

async function saveInto(
  project: Project,
  edited: EditedFile,
  { mode, location }: SaveInto,
): Promise<'saved' | 'changed'> {
  const isIt = (source: Project['sources'][number]): source is ModesSource =>
    source.what === 'modes' && source.layer === edited.layer && source.file === edited.file;
  const source = project.sources.find(isIt);
  const target = source && sourceFile(source, location);
  if (target === undefined) throw new Error(`${edited.file} is not a modes file of this project.`);
  try {
    await saveMode({ ...target, mode, expectedText: edited.text ?? null });
    return 'saved';
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'FILE_CHANGED') return 'changed';
    throw error;
  }
}
