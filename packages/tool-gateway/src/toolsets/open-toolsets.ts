import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  type ConfigurationMode,
  createConfigurationMode,
  startsConfiguring,
  type ToolsetPresentation,
} from './configuration-mode.ts';
import { createToolsets, type Toolsets, type ToolsetsOptions } from './toolsets.ts';

/** Toolsets with the configuration mode in which they are arranged. */
export interface OpenToolsets {
  readonly toolsets: Toolsets;
  readonly configuration: ConfigurationMode;
}

/** Options of {@link openToolsets}. */
export interface OpenToolsetsOptions extends Omit<ToolsetsOptions, 'catalogue'> {
  /** Has the tools that are there now; the index of `openUpstreams` does. */
  readonly index: { readonly catalogue: Catalogue };
  /** How toolsets are offered; `off` exposes everything. */
  readonly presentation: ToolsetPresentation;
}

/** Puts toolsets and configuration mode together. Nothing is read before the first operation. */
export function openToolsets(options: OpenToolsetsOptions): OpenToolsets {
  const { index, presentation, unequipped = 'all', ...others } = options;
  const toolsets = createToolsets({
    ...others,
    catalogue: () => index.catalogue,
    // Without toolsets there is no set to equip, and hiding everything would be useless.
    unequipped: presentation === 'off' ? 'all' : unequipped,
  });
  const initial = () => startsConfiguring({ presentation, unequipped, isEquipped: toolsets.active !== undefined });
  return { toolsets, configuration: createConfigurationMode({ presentation, initial }) };
}
