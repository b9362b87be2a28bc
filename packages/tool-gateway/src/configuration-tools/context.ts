import type { CatalogueTool } from '../catalogue.ts';
import type { ConfigurationMode } from '../configuration-mode.ts';
import type { Viewer } from '../gateway-tool.ts';
import type { Toolsets } from '../toolsets.ts';

/** How one server stands, as far as toolsets tell of it. */
export interface ServerStatus {
  readonly name: string;
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'disabled';
}

/** What the configuration tools work with. */
export interface ConfigurationContext {
  readonly toolsets: Toolsets;
  readonly mode: ConfigurationMode;
  /** The tools that the viewer's mode allows, whatever is equipped. What is not among them does not exist for the viewer. */
  visibleTools(viewer: Viewer): readonly CatalogueTool[];
  /** Whether the viewer may read the name of a tool that a set has and no server offers now. Default: yes. */
  mayKnow?(viewer: Viewer, tool: { readonly server: string; readonly tool: string }): boolean;
  /** Every configured server. Default: those that have tools are connected, the others are not. */
  servers?(): readonly ServerStatus[];
}
