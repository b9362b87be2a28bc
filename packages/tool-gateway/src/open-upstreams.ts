import type { Connections } from '@modegate/mcp-host/connections';
import type { RequestMiddleware } from './calls/request-middleware.ts';
import type { AddedClient } from './clients/gateway-client.ts';
import { createServerQuestions, type ServerQuestions } from './clients/server-questions.ts';
import type { IsReservedUri } from './upstreams/exposed-resources.ts';
import type { ResourceConflict } from './upstreams/resource-conflicts.ts';
import { createUpstreamIndex, type UpstreamIndex } from './upstreams/upstream-index.ts';

/** The clients of a gateway, and the questions that servers ask these clients. */
export interface GatewayClients {
  /** Connected clients, by connection id; the gateway adds and removes them. */
  readonly clients: Map<string, AddedClient>;
  readonly questions: ServerQuestions;
}

/** The upstream servers and the clients that can answer their questions. */
export interface Upstreams extends GatewayClients {
  readonly connections: Connections;
  /** All current items of the servers. */
  readonly index: UpstreamIndex;
  readonly requestMiddleware: RequestMiddleware | undefined;
}

/** Options for {@link openUpstreams}. */
export interface UpstreamsOptions extends GatewayClients {
  /** Connections that pass each request from a server to the `answer` method of `questions`. */
  readonly connections: Connections;
  /** Names that the gateway's own server uses. */
  readonly reservedNames: ReadonlySet<string>;
  /**
   * True for URIs and templates handled by the gateway's own server; such URIs and templates are never sent to
   * upstreams. Default: none.
   */
  readonly isReservedUri?: IsReservedUri | undefined;
  /** Wraps each request from a client to a server. Default: none. */
  readonly requestMiddleware?: RequestMiddleware | undefined;
  /** Called when two servers claim the same URIs, once per conflict. Default: conflicts are not reported. */
  readonly onResourceConflict?: ((conflict: ResourceConflict) => void) | undefined;
}

/** Creates the state, which initially has no clients. */
export function createGatewayClients(): GatewayClients {
  const clients = new Map<string, AddedClient>();
  return { clients, questions: createServerQuestions(clients) };
}

/** Opens the upstreams. No server is started until the gateway has a client. */
export function openUpstreams(options: UpstreamsOptions): Upstreams {
  const { connections, clients, questions, requestMiddleware } = options;
  const { reservedNames, isReservedUri = () => false, onResourceConflict = () => undefined } = options;
  const index = createUpstreamIndex(connections, { reservedNames, isReservedUri, onResourceConflict });
  return { connections, index, clients, questions, requestMiddleware };
}
