import type { RequestContext } from '@modegate/mcp-protocol';
import type { ToolIdentity, UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { AvailableTools } from '../clients/available-tools.ts';
import type { ConfigurationMode } from '../toolsets/configuration-mode.ts';
import type { Toolsets } from '../toolsets/toolsets.ts';

/** The connection by whose mode a list or a call is judged. */
export type Viewer = Pick<RequestContext, 'connectionId'>;

/** Whether a server can be reached. */
export interface ServerStatus {
  readonly name: string;
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'disabled';
}

/** The state that the configuration tools show and change, seen by one viewer at a time. */
export interface ConfigurationContext {
  readonly toolsets: Toolsets;
  readonly mode: ConfigurationMode;
  /** The tools that the viewer's mode allows, whatever is equipped. What is not among them does not exist for the viewer. */
  visibleTools(viewer: Viewer): readonly UpstreamTool[];
  /** Whether the viewer may read the name of a tool that a set has and no server offers now. Default: yes. */
  mayKnow?(viewer: Viewer, tool: ToolIdentity): boolean;
  /** What the viewer may call after a change, and how. Default: nothing is said of it. */
  describeAvailableTools?(viewer: Viewer): AvailableTools;
  /** Every configured server. Default: those that have tools are connected, the others are not. */
  servers?(): readonly ServerStatus[];
}
