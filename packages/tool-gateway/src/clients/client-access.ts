import type { JsonObject } from '@modegate/json';
import type { Policy, TaskContext } from '@modegate/mode-core';
import type { AccessContext, SessionMode } from '../decisions/access-context.ts';
import { mayRead, mayUse } from '../decisions/judge.ts';
import type { ConfigurationMode } from '../toolsets/configuration-mode.ts';
import type { ToolsetExposure } from '../toolsets/toolset-exposure.ts';
import type { ToolTrust } from '../trust/tool-trust.ts';
import type { UpstreamIndex } from '../upstreams/upstream-index.ts';
import { canAskUser, type GatewayClient } from './gateway-client.ts';

/** Inputs that determine a client's access: policy, modes and gateway state. */
export interface AccessSources {
  /** The current policy. */
  readonly policy: () => Policy;
  /** Returns a connection's mode; undefined until a mode is chosen. */
  readonly modeOf: (connectionId: string) => string | undefined;
  /** Returns a connection's task. Default: connections have no task. */
  readonly taskOf?: ((connectionId: string) => TaskContext | undefined) | undefined;
  /** Returns the modes that a connection may choose; empty if it may not choose. */
  readonly openModes: (connectionId: string) => readonly string[];
  readonly toolsets: Pick<ToolsetExposure, 'whyNotEquipped'>;
  readonly configuration: Pick<ConfigurationMode, 'isConfiguring'>;
  readonly trust: Pick<ToolTrust, 'whyWithheld'>;
  readonly clients: ReadonlyMap<string, GatewayClient>;
}

/**
 * Returns the current access of a connection, or of the session specified in a request; `capabilities` are those of the
 * request.
 */
export function accessOf(
  sources: AccessSources,
  connectionId: string,
  { session, capabilities }: { readonly session?: SessionMode | undefined; readonly capabilities?: JsonObject } = {},
): AccessContext {
  const { toolsets, trust } = sources;
  const canAsk = canAskUser(capabilities ?? sources.clients.get(connectionId)?.capabilities ?? {});
  return {
    policy: sources.policy(),
    sessionId: session?.sessionId,
    mode: session === undefined ? sources.modeOf(connectionId) : session.mode,
    task: session === undefined ? sources.taskOf?.(connectionId) : session.task,
    configuring: sources.configuration.isConfiguring(connectionId),
    openModes: () => sources.openModes(connectionId),
    whyNotEquipped: toolsets.whyNotEquipped,
    whyWithheld: (tool) => trust.whyWithheld(tool, { canAsk }),
  };
}

/** True if the client has access to any part of a server: its resources or one of its tools. */
export function maySeeServer(index: UpstreamIndex, access: AccessContext, server: string): boolean {
  return mayRead(access, server) || index.toolsOf(server).some((tool) => mayUse(access, tool));
}
