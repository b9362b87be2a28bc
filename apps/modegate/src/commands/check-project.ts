import type { HookFault } from '@modegate/policy-check';
import { type CheckBySettingsOptions, checkBySettings, type ProjectCheck } from '@modegate/policy-check/node';
import { type ListedFiles, workingFiles } from '../project/listed-files.ts';
import { type LoadedProject, loadCheckedProject } from '../project/load-project.ts';
import type { Settings } from '../settings.ts';

/** A project and its findings. */
export interface CheckedProject extends ProjectCheck {
  readonly settings: Settings;
  readonly project: LoadedProject;
  readonly hookFaults: readonly HookFault[];
}

/** Options of `checkProject`. */
export interface CheckProjectOptions extends Pick<CheckBySettingsOptions, 'usesBaseline'> {
  /** Files of the project. Default: as saved. */
  readonly source?: ListedFiles | undefined;
}

/** Loads a project and runs the rules that its settings select. */
export async function checkProject(
  settings: Settings,
  { usesBaseline, source }: CheckProjectOptions = {},
): Promise<CheckedProject> {
  const project = await loadCheckedProject(settings, source);
  const { findHookFaults } = await import('../agent-settings/hook-faults.ts');
  const { hooks, place } = settings;
  const known = { listed: project.projectFiles, usesHooks: hooks !== undefined };
  const hookFaults = await findHookFaults(source ?? workingFiles(place), known);
  const checked = await checkBySettings(settings, { ...project, hookFaults }, { usesBaseline });
  return { settings, project, hookFaults, ...checked };
}
