import type { ProtocolServer, ToolDefinition } from '@modegate/mcp-protocol';
import {
  createConfigurationTools,
  createMetaTools,
  type Gateway,
  type OpenToolsets,
  type ProtocolAdapter,
  serveGateway,
} from '@modegate/tool-gateway';
import { authoriseSession, readSessionMode } from '../sessions/authorise-session.ts';
import type { OpenGatewayOptions } from './modes-gateway.ts';

/** What the clients are served with. */
export interface ServedParts {
  readonly gateway: Gateway;
  readonly arranged: OpenToolsets;
  readonly isIdle: () => boolean;
  readonly make: (front: ProtocolAdapter) => ProtocolServer;
  /** Called when a client is there. */
  readonly onEnter: () => void;
}

/** Puts the gateway before the clients of the server that is made, with its own tools and those that arrange it. */
export function serveClients({ context, log, ownTools }: OpenGatewayOptions, parts: ServedParts): ProtocolServer {
  const { gateway, arranged, isIdle, make, onEnter } = parts;
  const configuration = new Map(createConfigurationTools(gateway, arranged).map((tool) => [tool.name, tool]));
  const listedTools = (id: string): readonly ToolDefinition[] => {
    const names = gateway.lists.of(id).ownTools;
    return [...ownTools, ...[...configuration.values(), ...meta].filter(({ name }) => names.includes(name))];
  };
  const meta: readonly ToolDefinition[] = createMetaTools({
    gateway,
    sessionMode: (sessionId, connectionId) => readSessionMode(context, sessionId, { connectionId }),
    authoriseSession: async (sessionId, request) => authoriseSession(context, sessionId, request),
    ownTools: (id) => gateway.lists.of(id).ownTools.flatMap((name) => configuration.get(name) ?? []),
    listedTools,
  });
  const { surface } = context.settings.gateway;
  const options = {
    gateway,
    ownTools,
    gatewayTools: [...configuration.values(), ...(surface === 'tools' ? [] : meta)],
    showsUpstreams: surface !== 'meta',
    isIdle,
    onLeave: context.connectionModes.forget,
    onError: (error: unknown) => log.error('A client could not be released', error),
  };
  return serveGateway(options, (front) =>
    make({
      ...front,
      enter: (client) => {
        const isThere = front.enter(client);
        onEnter();
        return isThere;
      },
    }),
  );
}
