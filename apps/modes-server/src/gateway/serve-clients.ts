import type { ProtocolServer, ToolDefinition } from '@modegate/mcp-protocol';
import { createMetaTools, type ProtocolAdapter, serveGateway } from '@modegate/tool-gateway';
import { createConfigurationTools } from '@modegate/tool-gateway/toolsets';
import { authoriseSession, readSessionMode } from '../sessions/authorise-session.ts';
import type { ServerContext } from '../tool-context.ts';
import type { ModesGateway } from './open-gateway.ts';

/** A gateway, the tools of the server that serves it, and the function that creates that server. */
export interface ServeClientsOptions {
  readonly modesGateway: ModesGateway;
  readonly ownTools: readonly ToolDefinition[];
  readonly serve: (adapter: ProtocolAdapter) => ProtocolServer;
}

/** Serves a gateway to the clients of a protocol server, with its meta-tools and configuration tools. */
export function serveClients(
  context: ServerContext,
  { modesGateway, ownTools, serve }: ServeClientsOptions,
): ProtocolServer {
  const { gateway, toolsets, isIdle, askToStart } = modesGateway;
  const configuration = byName(createConfigurationTools(gateway, toolsets));
  const all = new Map(configuration);
  const offered = (tools: ReadonlyMap<string, ToolDefinition>, connectionId: string): readonly ToolDefinition[] =>
    gateway.lists.of(connectionId).ownTools.flatMap((name) => tools.get(name) ?? []);
  const meta = createMetaTools({
    gateway,
    sessionMode: (sessionId, connectionId) => readSessionMode(context, sessionId, { connectionId }),
    authoriseSession: async (sessionId, request) => authoriseSession(context, sessionId, request),
    ownTools: (connectionId) => offered(configuration, connectionId),
    listedTools: (connectionId) => [...ownTools, ...offered(all, connectionId)],
  });
  for (const tool of meta) all.set(tool.name, tool);
  const { surface } = context.settings.gateway;
  const options = {
    gateway,
    ownTools,
    gatewayTools: [...(surface === 'tools' ? configuration : all).values()],
    showsUpstreams: surface !== 'meta',
    isIdle,
    onLeave: context.connectionModes.forget,
    onError: (error: unknown) => context.log.error('A client could not be released', error),
  };
  return serveGateway(options, (adapter) =>
    serve({
      ...adapter,
      enter: (client) => {
        const isConnected = adapter.enter(client);
        askToStart();
        return isConnected;
      },
    }),
  );
}

function byName(tools: readonly ToolDefinition[]): ReadonlyMap<string, ToolDefinition> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}
