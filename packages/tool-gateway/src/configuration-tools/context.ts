import type { RequestContext } from '@modegate/mcp-protocol';
import type { ToolIdentity, UpstreamTool } from '../catalogue/upstream-tool.ts';
import type { AvailableTools } from '../clients/available-tools.ts';
import type { ConfigurationMode } from '../toolsets/configuration-mode.ts';
import type { Toolsets } from '../toolsets/toolsets.ts';

/** The connection whose mode determines the decision. */
export type Viewer = Pick<RequestContext, 'connectionId'>;

/** Availability of a server. */
export interface ServerStatus {
  readonly name: string;
  readonly status: 'connected' | 'connecting' | 'disconnected' | 'disabled';
}

/** State shown and changed by configuration tools, as seen by one viewer at a time. */
export interface ConfigurationContext {
  readonly toolsets: Toolsets;
  readonly mode: ConfigurationMode;
  /**
   * Returns the tools that the viewer's mode allows, equipped or not. The viewer must not learn about any other tools.
   */
  visibleTools(viewer: Viewer): readonly UpstreamTool[];
  /** True if the viewer's calls to the tool require a person's consent. Default: no. */
  asks?(viewer: Viewer, tool: ToolIdentity): boolean;
  /**
   * True if the viewer may see the name of a tool that is in a set but that no server currently offers. Default: yes.
   */
  mayKnow?(viewer: Viewer, tool: ToolIdentity): boolean;
  /** Describes the tools that the viewer can call after a change. Default: nothing. */
  describeAvailableTools?(viewer: Viewer): AvailableTools;
  /** Returns all configured servers. Default: servers with tools are connected, and others are not. */
  servers?(): readonly ServerStatus[];
}
