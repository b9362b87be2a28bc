import { getGroupName, getGroupOptions, type ToolGroup } from '@modegate/mode-core/modes';
import type { CheckedMode } from './workspace.ts';

/** Where a mode holds a group; undefined when it does not. */
export function groupPointer({ loaded, pointer }: CheckedMode, group: ToolGroup): string | undefined {
  const index = loaded.config.groups.findIndex((entry) => getGroupName(entry) === group);
  const written = loaded.groupIndexes[index];
  return written === undefined ? undefined : `${pointer}/groups/${written}`;
}

/** Whether every file limit of `edit` lets every file through, so that nothing is there to be escaped. */
export function isUnlimited({ loaded }: CheckedMode): boolean {
  const limits = loaded.config.groups
    .filter((entry) => getGroupName(entry) === 'edit')
    .flatMap((entry) => getGroupOptions(entry)?.fileRegex ?? []);
  return limits.every((pattern) => /^\^?(?:\.[*+]\??|\(\.[*+]\))?\$?$/.test(pattern));
}
