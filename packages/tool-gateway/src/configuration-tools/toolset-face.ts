import type { ConfigurationMode, ToolsetSurface } from '../configuration-mode.ts';
import type { EquippedTools } from '../gateway.ts';
import type { Toolsets } from '../toolsets.ts';
import { offeredConfigurationTools } from './configuration-tool-names.ts';

/** What {@link createToolsetFace} puts together. */
export interface ToolsetFaceParts {
  readonly toolsets: Toolsets;
  readonly mode: ConfigurationMode;
  readonly surface: ToolsetSurface;
}

/** Shows toolsets and configuration mode to a gateway. Only the modal surface has a configuration mode. */
export function createToolsetFace({ toolsets, mode, surface }: ToolsetFaceParts): EquippedTools {
  const isConfiguring = (connectionId: string): boolean => surface === 'modal' && mode.isConfiguring(connectionId);
  return {
    whyNotEquipped: toolsets.whyNotEquipped,
    annotated: toolsets.annotated,
    warning: toolsets.warning,
    isConfiguring,
    forget: mode.forget,
    offered: (connectionId) => offeredConfigurationTools(surface, isConfiguring(connectionId)),
  };
}
