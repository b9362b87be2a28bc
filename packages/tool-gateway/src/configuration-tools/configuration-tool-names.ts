import type { ConfigurationMode } from '../toolsets/configuration-mode.ts';

/** The configuration tools, in the order in which they are listed. */
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

/** Reserved names of configuration tools, including those that are not offered. */
export const toolsetToolNames: readonly string[] = [
  ...CONFIGURATION_TOOL_NAMES,
  'enter-configuration-mode',
  'exit-configuration-mode',
];

/** Returns the names of the configuration tools that are offered to a connection and that it can currently call. */
export function availableConfigurationTools(
  { presentation, isConfiguring, isFixed }: Pick<ConfigurationMode, 'presentation' | 'isConfiguring' | 'isFixed'>,
  connectionId: string,
): readonly string[] {
  if (presentation !== 'off' && isFixed(connectionId)) return UNCHANGING;
  switch (presentation) {
    case 'off':
      return [];
    case 'flat':
      return CONFIGURATION_TOOL_NAMES;
    case 'modal':
      return isConfiguring(connectionId) ? CONFIGURING : NORMAL;
  }
}

const CONFIGURING: readonly string[] = [...CONFIGURATION_TOOL_NAMES, 'exit-configuration-mode'];
const NORMAL: readonly string[] = ['enter-configuration-mode'];

/**
 * Tools whose calls change no list; the names of the tools in a set are also in `list_available_tools`, which accepts a
 * session.
 */
const UNCHANGING: readonly string[] = ['build-toolset', 'list-saved-toolsets', 'get-active-toolset'];
