import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AppError } from '@modegate/cli-kit';
import { errorCode } from '@modegate/text-files';

/** Receives a browser's redirect after an authorization. */
export interface CallbackServer {
  readonly redirectUri: string;
  /**
   * Sets the handler for subsequent requests: it returns undefined for a request that is not the expected redirect;
   * otherwise it resolves with true if the browser should show that the login succeeded.
   */
  listen(take: (answer: URLSearchParams) => Promise<boolean> | undefined): void;
  close(): Promise<void>;
}

/**
 * Listens on the loopback interface (RFC 8252, section 7.3).
 *
 * @param port - 0 to let the system choose a port.
 * @throws {AppError} exit code 1 if the port is not available.
 */
export async function openCallbackServer(port: number): Promise<CallbackServer> {
  let take: (answer: URLSearchParams) => Promise<boolean> | undefined = () => undefined;
  const server = createServer((request, response) => {
    answerBrowser(request, response, {
      host: `127.0.0.1:${(server.address() as AddressInfo | null)?.port}`,
      take,
    }).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new AppError(
          `Port ${port}, which the browser returns to, is not available (${errorCode(error) ?? error.message}). Choose another port with --callback-port.`,
          1,
        ),
      ),
    );
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    redirectUri: `http://127.0.0.1:${(server.address() as AddressInfo).port}${CALLBACK_PATH}`,
    listen: (next) => {
      take = next;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeIdleConnections();
        // Does not wait for a browser that keeps its connection open.
        setTimeout(() => server.closeAllConnections(), 500).unref();
      }),
  };
}

const CALLBACK_PATH = '/callback';

interface CallbackReply {
  readonly host: string;
  readonly take: (answer: URLSearchParams) => Promise<boolean> | undefined;
}

async function answerBrowser(
  request: IncomingMessage,
  response: ServerResponse,
  { host, take }: CallbackReply,
): Promise<void> {
  const url = new URL(request.url ?? '/', `http://${host}`);
  // A page from another site can reach this port under that site's host name.
  if (request.headers.host !== host || request.method !== 'GET' || url.pathname !== CALLBACK_PATH)
    return show(response, 404, 'Nothing is here.');
  const taken = take(url.searchParams);
  if (taken === undefined) return show(response, 400, 'This response does not belong to the current login.');
  const done = await taken;
  show(response, done ? 200 : 400, done ? 'You are logged in.' : 'The login failed; the terminal shows why.');
}

function show(response: ServerResponse, status: number, sentence: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'referrer-policy': 'no-referrer',
    'cache-control': 'no-store',
    connection: 'close',
  };
  response
    .writeHead(status, headers)
    .end(`<!doctype html><title>Modegate</title><p>${sentence} You can close this window.</p>`);
}
