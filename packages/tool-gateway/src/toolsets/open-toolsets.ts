import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  type ConfigurationMode,
  createConfigurationMode,
  startsConfiguring,
  type ToolsetPresentation,
} from './configuration-mode.ts';
import { createToolsets, type Toolsets, type ToolsetsOptions } from './toolsets.ts';

/** Toolsets and their configuration mode. */
export interface OpenToolsets {
  readonly toolsets: Toolsets;
  readonly configuration: ConfigurationMode;
}

/** Options for {@link openToolsets}. */
export interface OpenToolsetsOptions extends Omit<ToolsetsOptions, 'catalogue'> {
  /** Provides the current tools, such as the index from `openUpstreams`. */
  readonly index: { readonly catalogue: Catalogue };
  /** Presentation of toolsets; `off` exposes everything. */
  readonly presentation: ToolsetPresentation;
}

/** Creates toolsets and their configuration mode. Nothing is read until the first operation. */
export function openToolsets(options: OpenToolsetsOptions): OpenToolsets {
  const { index, presentation, unequipped = 'all', ...others } = options;
  const toolsets = createToolsets({
    ...others,
    catalogue: () => index.catalogue,
    // If toolsets are off, no set can be equipped, so hiding everything would serve no purpose.
    unequipped: presentation === 'off' ? 'all' : unequipped,
  });
  const initial = () => startsConfiguring({ presentation, unequipped, isEquipped: toolsets.active !== undefined });
  return { toolsets, configuration: createConfigurationMode({ presentation, initial }) };
}
