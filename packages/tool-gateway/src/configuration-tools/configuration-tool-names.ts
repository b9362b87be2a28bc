import type { ToolsetSurface } from '../configuration-mode.ts';

/** The tools for arranging tools, in the order in which they are listed. */
export const CONFIGURATION_TOOL_NAMES = [
  'list-available-tools',
  'build-toolset',
  'list-saved-toolsets',
  'equip-toolset',
  'delete-toolset',
  'unequip-toolset',
  'get-active-toolset',
  'add-tool-annotation',
] as const;

/** Names of the tools that a connection is offered now, and that it may call: no others. */
export function offeredConfigurationTools(surface: ToolsetSurface, isConfiguring: boolean): readonly string[] {
  switch (surface) {
    case 'off':
      return [];
    case 'flat':
      return CONFIGURATION_TOOL_NAMES;
    case 'modal':
      return isConfiguring ? CONFIGURING : NORMAL;
  }
}

// The very arrays each time, so that an unchanged list is seen to be unchanged.
const CONFIGURING: readonly string[] = [...CONFIGURATION_TOOL_NAMES, 'exit-configuration-mode'];
const NORMAL: readonly string[] = ['enter-configuration-mode'];
