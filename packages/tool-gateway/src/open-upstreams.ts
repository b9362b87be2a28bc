import type { Connections } from '@modegate/mcp-host/connections';
import type { RequestMiddleware } from './calls/request-middleware.ts';
import type { AddedClient } from './clients/gateway-client.ts';
import { createServerQuestions, type ServerQuestions } from './clients/server-questions.ts';
import type { IsReservedUri } from './upstreams/exposed-resources.ts';
import type { ResourceConflict } from './upstreams/resource-conflicts.ts';
import { createUpstreamIndex, type UpstreamIndex } from './upstreams/upstream-index.ts';

/** The clients of a gateway, and the questions that servers put to them. */
export interface GatewayClients {
  /** Connected clients, by connection id; the gateway adds and removes them. */
  readonly clients: Map<string, AddedClient>;
  readonly questions: ServerQuestions;
}

/** The servers behind a gateway, and the clients in front of which they may ask something. */
export interface Upstreams extends GatewayClients {
  readonly connections: Connections;
  /** Everything that the servers offer at this moment. */
  readonly index: UpstreamIndex;
  readonly requestMiddleware: RequestMiddleware | undefined;
}

/** How upstreams are opened. */
export interface UpstreamsOptions extends GatewayClients {
  /** Connections that pass each request of a server to the `answer` of `questions`. */
  readonly connections: Connections;
  /** Names that the server in front has given away already. */
  readonly reservedNames: ReadonlySet<string>;
  /** Whether the server in front answers for a URI, or a template of URIs, itself, so that no upstream is asked. Default: for none. */
  readonly isReservedUri?: IsReservedUri | undefined;
  /** Goes around each request of a client on its way to a server. Default: nothing does. */
  readonly requestMiddleware?: RequestMiddleware | undefined;
  /** Called when two servers claim the same URIs, once for as long as it lasts. Default: none. */
  readonly onResourceConflict?: ((conflict: ResourceConflict) => void) | undefined;
}

/** Starts without a client. */
export function createGatewayClients(): GatewayClients {
  const clients = new Map<string, AddedClient>();
  return { clients, questions: createServerQuestions(clients) };
}

/** Opens the way to servers. No server is started: that is for the first client of a gateway. */
export function openUpstreams(options: UpstreamsOptions): Upstreams {
  const {
    connections,
    clients,
    questions,
    reservedNames,
    isReservedUri = () => false,
    onResourceConflict = () => undefined,
    requestMiddleware,
  } = options;
  const index = createUpstreamIndex(connections, { reservedNames, isReservedUri, onResourceConflict });
  return { connections, index, clients, questions, requestMiddleware };
}
