import type { PermissionAgentName } from '@modegate/agent-policies';
import { workingFiles } from '../../project/listed-files.ts';
import type { LoadedProject } from '../../project/load-project.ts';
import type { Settings } from '../../settings.ts';
import { findProfile } from '../find-profile.ts';
import { type LoadedProfiles, loadProfiles } from '../load-profiles.ts';

/** Flags that select the modes and profiles in a table. */
export interface SubjectFlags {
  readonly mode?: readonly string[];
  readonly profile?: readonly string[];
  readonly agent?: readonly PermissionAgentName[];
}

/** Profiles in a table. */
export interface ShownProfiles {
  readonly loaded: readonly LoadedProfiles[];
  /** Sentences about omitted profiles. */
  readonly notes: readonly string[];
}

/**
 * Loads the profiles selected by the flags; without such flags, loads the profiles of the agents in use, except their
 * built-in profiles.
 *
 * @throws {AppError} exit code 2 for a profile that does not exist.
 */
export async function loadShownProfiles(
  { place: { root, repository } }: Pick<Settings, 'place'>,
  project: LoadedProject,
  { mode, profile = [], agent = [] }: SubjectFlags,
): Promise<ShownProfiles> {
  const isAsked = profile.length + agent.length > 0;
  if (!isAsked && (mode !== undefined || root !== repository)) return { loaded: [], notes: [] };
  const files = { ...workingFiles({ root, repository }), list: async () => project.projectFiles };
  const all = await loadProfiles({
    root: repository,
    withUser: false,
    onlyTracked: true,
    onlyUsed: !isAsked,
    ...(root === repository && { files }),
  });
  if (!isAsked) return withHooks(withoutBuiltIn(all));
  const named = new Set(profile.map((name) => findProfile(all, name).profile));
  const chosen = all.map((one) => {
    const isWhole = agent.includes(one.agent.name);
    return { ...one, profiles: one.profiles.filter((own) => isWhole || named.has(own)) };
  });
  return withHooks({ loaded: chosen.filter(({ profiles }) => profiles.length > 0), notes: [] });
}

/** Adds notes about installed hooks, because a table shows only what an agent does on its own. */
async function withHooks({ loaded, notes }: ShownProfiles): Promise<ShownProfiles> {
  const hooks = await Promise.all(
    loaded.map(async ({ agent, ownHook }) => {
      const hook = await ownHook();
      return hook === undefined
        ? []
        : [`${agent.title} also asks the Modegate hook in ${hook.file}; \`modegate why\` shows both answers.`];
    }),
  );
  return { loaded, notes: [...notes, ...hooks.flat()] };
}

function withoutBuiltIn(used: readonly LoadedProfiles[]): ShownProfiles {
  const shown = used.map((one) => ({ ...one, profiles: one.profiles.filter(({ isBuiltIn }) => isBuiltIn !== true) }));
  const notes = used.flatMap(({ agent, profiles }, index) => {
    const left = profiles.length - (shown[index]?.profiles.length ?? 0);
    return left === 0
      ? []
      : [`${left} built-in agents of ${agent.title} are not shown; \`--agent ${agent.name}\` shows them.`];
  });
  return { loaded: shown, notes };
}

/**
 * Returns the modes to show in a table; undefined for all modes. The built-in modes alone are irrelevant if another
 * agent is used and the project has no files for Roo or related agents.
 */
export function shownModes(
  { sources, settingsFile }: Pick<LoadedProject, 'sources' | 'settingsFile'>,
  { mode, profile, agent }: SubjectFlags,
  loaded: readonly LoadedProfiles[],
): readonly string[] | undefined {
  if (mode !== undefined || loaded.length === 0) return mode;
  const isAsked = profile !== undefined || agent !== undefined;
  return !isAsked && hasModeFiles({ sources, settingsFile }) ? undefined : [];
}

/** True for a project that has Modegate settings or a file for an agent of the Roo family. */
export function hasModeFiles({ sources, settingsFile }: Pick<LoadedProject, 'sources' | 'settingsFile'>): boolean {
  const isFamily = ({ what, state, path }: LoadedProject['sources'][number]) =>
    state !== 'missing' && (what === 'modes' || /^\.(?:roo|kilocode|bob)\//.test(path));
  return settingsFile !== undefined || sources.some(isFamily);
}
