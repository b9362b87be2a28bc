import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@modegate/cli-kit';
import type { RelayAddress } from '../settings/database-settings.ts';
import { isRelayToken, relayHeader } from './relay-token.ts';

/** Endpoint for requests that other instances relay. */
export interface RelayListener {
  /** Address in the form `host:port`, as used by other instances. */
  readonly address: string;
  readonly close: () => void;
}

/** Options for {@link listenForRelays}. */
export interface RelayListenerOptions {
  readonly at: RelayAddress;
  /** Token that every request must contain. */
  readonly token: string;
  readonly answer: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
}

/** Larger than the limit for clients, to leave room for added headers. */
const MAX_HEADER_BYTES = 2 * 1_048_576;

/** Longer than other instances keep an idle connection open. */
const KEEP_ALIVE_MS = 120_000;

/** There are few instances, and each opens one connection per request in flight. */
const MAX_CONNECTIONS = 16_384;

/**
 * Listens for other instances.
 *
 * @throws {AppError} exit code 1 if the address is not available.
 */
export async function listenForRelays({ at, token, answer }: RelayListenerOptions): Promise<RelayListener> {
  const http = createServer(
    { joinDuplicateHeaders: true, maxHeaderSize: MAX_HEADER_BYTES, keepAliveTimeout: KEEP_ALIVE_MS },
    (request, response) => {
      if (!isRelayToken(request.headers[relayHeader], token)) {
        response
          .writeHead(403, { 'Content-Type': 'text/plain', Connection: 'close' })
          .end('Only for other instances.\n');
        return;
      }
      delete request.headers[relayHeader];
      void answer(request, response);
    },
  );
  http.maxConnections = MAX_CONNECTIONS;
  http.maxHeadersCount = 0;
  http.listen(at.port, at.host);
  try {
    await once(http, 'listening');
  } catch (cause) {
    throw new AppError(
      `Could not listen for other instances on ${at.host}:${at.port}: ${(cause as Error).message}.`,
      1,
      cause,
    );
  }
  const { port } = http.address() as AddressInfo;
  return {
    address: `${at.host.includes(':') ? `[${at.host}]` : at.host}:${port}`,
    close: () => {
      http.close();
      http.closeAllConnections();
    },
  };
}
