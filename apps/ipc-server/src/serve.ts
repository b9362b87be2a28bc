import { formatAddress } from '@modegate/ipc-bridge';
import { guardStdout, serveStdio } from '@modegate/mcp-protocol/stdio';
import { createLog, type HttpSettings } from '@modegate/program-shell';
import { createSettingsClient } from './agent/connect.ts';
import { createHistory } from './agent/history.ts';
import { createSecrets } from './agent/secrets.ts';
import { createIpcServer } from './server.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/** How to serve. */
export interface ServeOptions {
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Serve over HTTP; undefined for stdin and stdout. */
  readonly http?: HttpSettings | undefined;
}

/** Serves until the client goes or a signal comes; resolves with the exit code. */
export async function serve(settings: Settings, options: ServeOptions = {}): Promise<number> {
  const { http, ...answering } = options;
  guardStdout();
  // Loaded only here: serving on stdin and stdout does not wait for it.
  const web = http && (await import('./serve-over-http.ts'));
  if (http !== undefined) web?.requireLoopback(http);
  const secrets = createSecrets();
  const log = createLog({
    level: settings.logLevel,
    name: 'ipc-server',
    file: settings.logFile,
    mask: secrets.mask,
  });
  const history = createHistory({ now: Date.now, mask: secrets.mask });
  const client = createSettingsClient(settings, (line) => {
    history.noteProblem(line);
    log.debug(line);
  });
  const { server, agent } = createIpcServer({ client, settings, log, secrets, history, ...answering });
  // One promise that nobody waited for must not end the work of everybody.
  process.on('unhandledRejection', (reason) => log.error('Unexpected rejection', reason));
  for (const warning of settings.warnings) log.warning(warning);
  log.info(`ipc-server ${version}: agent at ${formatAddress(settings.address)} (${settings.addressFrom})`);
  agent.start();
  const serving = await (http === undefined || web === undefined
    ? serveStdio(server, { signals: true })
    : web.serveOverHttp(server, http));
  const reason = await serving.closed;
  log.info(`Stopping: ${reason}`);
  await server.close();
  await agent.close();
  log.close();
  return 0;
}
