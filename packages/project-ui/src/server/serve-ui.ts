import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAccess } from './access.ts';
import { answerRequest } from './answer.ts';
import { readAssets } from './assets.ts';
import type { UiEndpointOptions } from './ui-endpoint.ts';
import { openUiHost } from './ui-host.ts';

/** Options for {@link serveUi}. */
export interface UiOptions extends Pick<UiEndpointOptions, 'project' | 'assetsFolder' | 'onProblem'> {
  /** Port to use. Default 0: any free port. */
  readonly port?: number | undefined;
}

/** A page that is being served. */
export interface ServedUi {
  /** The address with the token in its fragment, which browsers never send. */
  readonly url: string;
  /**
   * Returns an address that can be passed on a browser's command line; the code in it is valid for a minute and can be
   * used once.
   */
  readonly openingUrl: () => string;
  readonly close: () => Promise<void>;
}

/**
 * Serves the page on the loopback interface.
 *
 * @throws The system's error if the port is not available or one of the page's files is missing.
 */
export async function serveUi({ project, assetsFolder, port = 0, onProblem }: UiOptions): Promise<ServedUi> {
  const assets = await readAssets(assetsFolder, 'address');
  const http = createLimitedServer();
  http.listen(port, '127.0.0.1');
  await once(http, 'listening');
  const bound = (http.address() as AddressInfo).port;
  const host = openUiHost(project, onProblem);
  const access = createAccess();
  const site = { port: () => bound, access, assets, host, onProblem };
  http.on('request', (request, response) => void answerRequest(site, request, response));
  const address = `http://127.0.0.1:${bound}/`;
  return {
    url: `${address}#token=${access.token}`,
    openingUrl: () => `${address}#code=${access.issueCode()}`,
    async close() {
      await Promise.all([host.close(), end(http)]);
    },
  };
}

function createLimitedServer(): Server {
  const http = createServer({ maxHeaderSize: 16 * 1024, headersTimeout: 10_000, requestTimeout: 30_000 });
  http.maxConnections = 128;
  return http;
}

/** Time allowed for sending the last bytes of responses. */
const flushMs = 500;

function end(http: Server): Promise<void> {
  return new Promise((resolve) => {
    http.close(() => resolve());
    http.closeIdleConnections();
    setTimeout(() => http.closeAllConnections(), flushMs).unref();
  });
}
