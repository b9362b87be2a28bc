// The public API. Nothing else is exported.

export { availableConfigurationTools, toolsetToolNames } from '../configuration-tools/configuration-tool-names.ts';
export { createConfigurationTools } from '../configuration-tools/configuration-tools.ts';
export type { ConfigurationMode, ToolsetPresentation, UnequippedExposure } from './configuration-mode.ts';
export { type OpenToolsets, type OpenToolsetsOptions, openToolsets } from './open-toolsets.ts';
export type { ChangedToolPolicy } from './toolset.ts';
export { describeFailure, type ToolsetFailure, type ToolsetOutcome } from './toolset-failure.ts';
export { createToolsetStore, type ToolsetStore } from './toolset-store.ts';
export type { Toolsets } from './toolsets.ts';
