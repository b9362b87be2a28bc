// The public API. Nothing else is exported.

export { instructionsHint, instructionsOf, type ServerInstructions } from './known-instructions.ts';
export type { KnownTools, KnownToolsSettings, ToolPin } from './known-tools.ts';
export { approveTools, type KnownToolsLocation, loadKnownTools, rememberTools } from './known-tools-file.ts';
export {
  createServerTrust,
  type ServerTrust,
  type ServerTrustOptions,
  type StartableEntry,
} from './server-trust.ts';
export { createToolTrust, shortHash, type ToolTrust, type ToolTrustOptions } from './tool-trust.ts';
