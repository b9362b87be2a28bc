import type { Catalogue } from '../catalogue/catalogue.ts';
import {
  type ConfigurationMode,
  createConfigurationMode,
  startsConfiguring,
  type ToolsetSurface,
  type UnequippedExposure,
} from './configuration-mode.ts';
import type { ChangedToolPolicy } from './toolset.ts';
import type { ToolsetStore } from './toolset-store.ts';
import { createToolsets, type Toolsets } from './toolsets.ts';

/** Toolsets with the configuration mode in which they are arranged. */
export interface OpenToolsets {
  readonly toolsets: Toolsets;
  readonly configuration: ConfigurationMode;
}

/** Options of {@link openToolsets}. */
export interface OpenToolsetsOptions {
  readonly store: ToolsetStore;
  /** The project whose last equipped set is remembered. */
  readonly projectRoot: string;
  /** Has the tools that are there now; the index of `openUpstreams` does. */
  readonly index: { readonly catalogue: Catalogue };
  /** How toolsets are offered; `off` exposes everything. */
  readonly surface: ToolsetSurface;
  /** What is exposed while nothing is equipped. */
  readonly unequipped: UnequippedExposure;
  /** What to do with tools that are no longer what they were when a set was built. */
  readonly changedTools: ChangedToolPolicy;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Puts toolsets and configuration mode together. Nothing is read before the first operation. */
export function openToolsets(options: OpenToolsetsOptions): OpenToolsets {
  const { index, surface, unequipped, ...others } = options;
  const toolsets = createToolsets({
    ...others,
    catalogue: () => index.catalogue,
    // Without toolsets there is no set to equip, and hiding everything would be useless.
    unequipped: surface === 'off' ? 'all' : unequipped,
  });
  const initial = () => startsConfiguring({ surface, unequipped, isEquipped: toolsets.active !== undefined });
  return { toolsets, configuration: createConfigurationMode({ surface, initial }) };
}
