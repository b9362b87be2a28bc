import {
  compareProfiles,
  type PermissionFile,
  type PermissionFiles,
  type ProfileChange,
} from '@modegate/agent-policies';
import type { FixedAgentChange } from '@modegate/policy-check';
import { describeProfileChange } from './diff-profiles.ts';
import type { LoadedProfiles } from './load-profiles.ts';

/**
 * Returns the permission files in the project, except those that belong to the user or the machine, and those that git
 * ignores.
 */
export function projectFiles({ project, files }: PermissionFiles): readonly PermissionFile[] {
  return files.filter(({ path, name, isIgnored }) => path === `${project}/${name}` && isIgnored !== true);
}

/**
 * Determines what agents would become able to do, or would no longer be able to do, if some files had different
 * content.
 */
export function findAgentChanges(
  agents: readonly LoadedProfiles[],
  texts: Readonly<Record<string, string>>,
): readonly FixedAgentChange[] {
  return agents.flatMap((before) => {
    const own = projectFiles(before.files);
    const changed = new Map(own.map((file) => [file, texts[file.name] ?? file.text]));
    if (own.every((file) => changed.get(file) === file.text)) return [];
    const files = before.files.files.map((file) => ({ ...file, text: changed.get(file) ?? file.text }));
    const after = { ...before, ...before.agent.readProfiles({ ...before.files, files }) };
    const changes = compareProfiles(before.agent, [before, after])
      .filter(({ direction }) => direction !== 'other')
      .map((change) => ({ mayGrant: mayGrant(change), message: describeProfileChange(change) }));
    return [...changes, ...newFaults(before, after)];
  });
}

/** If the outcome of a call was undetermined before and the call is now refused, nothing has been granted. */
function mayGrant({ direction, calls }: ProfileChange): boolean {
  const isRefused = calls?.after.every((effect) => effect === 'deny' || effect === 'not offered') ?? false;
  return direction === 'granted' || (direction === 'unknown' && !isRefused);
}

/** A file that the agent no longer accepts has no effect. */
function newFaults(before: LoadedProfiles, after: LoadedProfiles): readonly FixedAgentChange[] {
  const known = new Set(before.problems.map(({ code, file }) => `${file} ${code}`));
  return after.problems
    .filter(({ severity, code, file }) => severity === 'error' && !known.has(`${file} ${code}`))
    .map(({ message }) => ({ mayGrant: true, message }));
}
