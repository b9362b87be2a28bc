import type { HookFault } from '@modegate/policy-check';
import {
  type CheckBySettingsOptions,
  checkBySettings,
  type ProjectCheck,
  type ProjectFolders,
} from '@modegate/policy-check/node';
import type { LoadedProfiles } from '../profiles/load-profiles.ts';
import { type ListedFiles, workingFiles } from '../project/listed-files.ts';
import { type LoadedProject, loadCheckedProject } from '../project/load-project.ts';
import type { Settings } from '../settings.ts';

/** A project and its findings. */
export interface CheckedProject extends ProjectCheck {
  readonly settings: Settings;
  readonly project: LoadedProject;
  readonly hookFaults: readonly HookFault[];
  /** Agents whose own permission files are in the project. */
  readonly agents: readonly LoadedProfiles[];
  /** Phrases describing files that relate to agents but are not read. */
  readonly unread: readonly string[];
}

/** Options for `checkProject`. */
export interface CheckProjectOptions extends Pick<CheckBySettingsOptions, 'usesBaseline'> {
  /** Project files. Default: the files as saved on disk. */
  readonly source?: ListedFiles | undefined;
  /** True to also read the agent files of the user and the machine. Default false. */
  readonly withUser?: boolean | undefined;
}

/** Loads a project and runs the rules that its settings select. */
export async function checkProject(
  settings: Settings,
  { usesBaseline, source, withUser = false }: CheckProjectOptions = {},
): Promise<CheckedProject> {
  const project = await loadCheckedProject(settings, source);
  const { findHookFaults } = await import('../agent-settings/hook-faults.ts');
  const { hooks, place } = settings;
  const known = { listed: project.projectFiles, usesHooks: hooks !== undefined };
  const files = { ...(source ?? workingFiles(place)), list: async () => project.projectFiles };
  const hookFaults = await findHookFaults(files, known);
  const agents = await loadUsedAgents(place, files, withUser);
  const unread = await findOthers(files, { place, project, agents });
  const { permissionFaults } = await import('../profiles/checked-profiles.ts');
  const input = { ...project, hookFaults, permissionFaults: permissionFaults(agents) };
  const checked = await checkBySettings(settings, input, { usesBaseline });
  return { settings, project, hookFaults, agents, unread, ...checked };
}

/**
 * Loads the agents whose files are in a project. Such files belong to the repository, not to a project inside the
 * repository.
 */
export async function loadUsedAgents(
  { root, repository }: ProjectFolders,
  files: ListedFiles,
  withUser = false,
): Promise<readonly LoadedProfiles[]> {
  if (root !== repository) return [];
  const { loadProfiles } = await import('../profiles/load-profiles.ts');
  return loadProfiles({ root, withUser, onlyTracked: true, onlyUsed: true, files });
}

async function findOthers(
  files: ListedFiles,
  {
    place: { root, repository },
    project,
    agents,
  }: Pick<CheckedProject, 'project' | 'agents'> & Pick<Settings, 'place'>,
): Promise<readonly string[]> {
  if (root !== repository) return [];
  const { findUnread } = await import('../profiles/find-unread.ts');
  const read = [...project.paths.keys(), ...agents.flatMap(({ texts }) => [...texts.keys()])];
  return findUnread(files, new Set(read));
}
