import type { AnswerServer, Connections } from '@modegate/mcp-host/connections';
import type { RequestMiddleware } from './calls/request-middleware.ts';
import type { AddedClient } from './clients/gateway-client.ts';
import { createServerQuestions, type ServerQuestions } from './clients/server-questions.ts';
import type { IsReservedUri } from './upstreams/exposed-resources.ts';
import type { ResourceConflict } from './upstreams/resource-conflicts.ts';
import { createUpstreamIndex, type UpstreamIndex } from './upstreams/upstream-index.ts';

/** The servers behind a gateway, and the clients in front of which they may ask something. */
export interface Upstreams {
  readonly connections: Connections;
  /** Everything that the servers offer at this moment. */
  readonly index: UpstreamIndex;
  /** The clients that are there, by connection; the gateway adds and removes them. */
  readonly clients: Map<string, AddedClient>;
  readonly questions: ServerQuestions;
  readonly requestMiddleware: RequestMiddleware | undefined;
}

/** How upstreams are opened. */
export interface UpstreamsOptions {
  /** Makes the connections; they hand what a server asks to `answer`, the one of these questions. */
  readonly connect: (answer: AnswerServer, questions: ServerQuestions) => Connections;
  /** Names that the server in front has given away already. */
  readonly reservedNames: ReadonlySet<string>;
  /** Whether the server in front answers for a URI, or a template of URIs, itself, so that no upstream is asked. Default: for none. */
  readonly isReservedUri?: IsReservedUri | undefined;
  /** Goes around each request of a client on its way to a server. Default: nothing does. */
  readonly requestMiddleware?: RequestMiddleware | undefined;
  /** Called when two servers claim the same URIs, once for as long as it lasts. Default: none. */
  readonly onResourceConflict?: ((conflict: ResourceConflict) => void) | undefined;
}

/** Opens the way to servers. No server is started: that is for the first client of a gateway. */
export function openUpstreams(options: UpstreamsOptions): Upstreams {
  const {
    connect,
    reservedNames,
    isReservedUri = () => false,
    onResourceConflict = () => undefined,
    requestMiddleware,
  } = options;
  const clients = new Map<string, AddedClient>();
  const questions = createServerQuestions(clients);
  const connections = connect(questions.answer, questions);
  const index = createUpstreamIndex(connections, { reservedNames, isReservedUri, onResourceConflict });
  return { connections, index, clients, questions, requestMiddleware };
}
