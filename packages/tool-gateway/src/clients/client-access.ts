import type { JsonObject } from '@modegate/json';
import type { Policy, TaskContext } from '@modegate/mode-core';
import type { AccessContext, SessionMode } from '../decisions/access-context.ts';
import { mayRead, mayUse } from '../decisions/judge.ts';
import type { ConfigurationMode } from '../toolsets/configuration-mode.ts';
import type { ToolsetExposure } from '../toolsets/toolset-exposure.ts';
import type { ToolTrust } from '../trust/tool-trust.ts';
import type { UpstreamIndex } from '../upstreams/upstream-index.ts';
import { canAskUser, type GatewayClient } from './gateway-client.ts';

/** The policy, modes and states from which the access of a client follows. */
export interface AccessSources {
  /** The policy of this moment. */
  readonly policy: () => Policy;
  /** The mode of a connection; undefined while it has none. */
  readonly modeOf: (connectionId: string) => string | undefined;
  /** The task that a connection works in. Default: none is known. */
  readonly taskOf?: ((connectionId: string) => TaskContext | undefined) | undefined;
  /** The modes that a connection may choose; none where it may not choose. */
  readonly openModes: (connectionId: string) => readonly string[];
  readonly toolsets: Pick<ToolsetExposure, 'whyNotEquipped'>;
  readonly configuration: Pick<ConfigurationMode, 'isConfiguring'>;
  readonly trust: Pick<ToolTrust, 'whyWithheld'>;
  readonly clients: ReadonlyMap<string, GatewayClient>;
}

/** What decides about a request of a connection now, or of the session that it speaks for; `capabilities` are those that the request has itself. */
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

/** Whether anything of a server is open to an access: its resources, or one of its tools. */
export function maySeeServer(index: UpstreamIndex, access: AccessContext, server: string): boolean {
  return mayRead(access, server) || index.toolsOf(server).some((tool) => mayUse(access, tool));
}
