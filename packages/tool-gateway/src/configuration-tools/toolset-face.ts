import type { CatalogueTool } from '../catalogue.ts';
import type { ConfigurationMode, ToolsetSurface } from '../configuration-mode.ts';
import type { JsonObject } from '../json-object.ts';
import type { Toolsets } from '../toolsets.ts';
import { offeredConfigurationTools } from './configuration-tool-names.ts';

/** What a gateway asks of toolsets and configuration mode together. */
export interface ToolsetFace {
  /** Why the equipped set does not expose the tool; undefined when it does, or when nothing is equipped and all is shown. */
  whyNotEquipped(tool: CatalogueTool): string | undefined;
  /** The tool's definition with the set's notes; the same object while they stay the same. */
  annotated(tool: CatalogueTool): JsonObject;
  /** What is worth knowing about a tool that the set exposes although it has changed. */
  warning(tool: CatalogueTool): string | undefined;
  isConfiguring(connectionId: string): boolean;
  forget(connectionId: string): void;
  /** Names of the configuration tools that a connection is offered now; the same array while they stay the same. */
  offered(connectionId: string): readonly string[];
}

/** What {@link createToolsetFace} puts together. */
export interface ToolsetFaceParts {
  readonly toolsets: Toolsets;
  readonly mode: ConfigurationMode;
  readonly surface: ToolsetSurface;
}

/** Shows toolsets and configuration mode to a gateway. Only the modal surface has a configuration mode. */
export function createToolsetFace({ toolsets, mode, surface }: ToolsetFaceParts): ToolsetFace {
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
