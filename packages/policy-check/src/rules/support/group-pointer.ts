import { getGroupName, type ToolGroup } from '@modegate/mode-core';
import type { CheckedMode } from '../../workspace/workspace.ts';

/** Where a mode holds a group; undefined when it does not. */
export function groupPointer({ loaded, pointer }: CheckedMode, group: ToolGroup): string | undefined {
  const index = loaded.config.groups.findIndex((entry) => getGroupName(entry) === group);
  const written = loaded.groupIndexes[index];
  return written === undefined ? undefined : `${pointer}/groups/${written}`;
}
