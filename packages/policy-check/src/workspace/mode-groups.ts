import { getGroupName, getGroupOptions, type ToolGroup } from '@modegate/mode-core/modes';
import type { CheckedMode } from './workspace.ts';

/** Returns the groups of a mode as written; empty if they are not a list. */
export function writtenGroups({ raw }: CheckedMode): readonly unknown[] {
  return Array.isArray(raw.groups) ? raw.groups : [];
}

/** Returns the pointer to a group in a mode; undefined if the mode lacks the group. */
export function groupPointer({ loaded, pointer }: CheckedMode, group: ToolGroup): string | undefined {
  const index = loaded.config.groups.findIndex((entry) => getGroupName(entry) === group);
  const written = loaded.groupIndexes[index];
  return written === undefined ? undefined : `${pointer}/groups/${written}`;
}

/** True if every file restriction on `edit` allows every file, so that there is no restriction to bypass. */
export function isUnlimited({ loaded }: CheckedMode): boolean {
  const limits = loaded.config.groups
    .filter((entry) => getGroupName(entry) === 'edit')
    .flatMap((entry) => getGroupOptions(entry)?.fileRegex ?? []);
  return limits.every((pattern) => /^\^?(?:\.[*+]\??|\(\.[*+]\))?\$?$/.test(pattern));
}
