import { createLog, hintOnTerminal } from '@modegate/cli-kit';
import { formatAddress } from '@modegate/ipc-bridge';
import { guardStdout, serveStdio } from '@modegate/mcp-protocol/stdio';
import { createSettingsClient } from './agent/connect.ts';
import { createHistory } from './agent/history.ts';
import { createSecrets } from './agent/secrets.ts';
import type { IpcHttpOptions } from './serve-over-http.ts';
import { createIpcServer } from './server.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/** Options for {@link serve}. */
export interface ServeOptions {
  readonly toolErrors?: 'result' | 'jsonrpc';
  /** Options for serving over HTTP; undefined to serve on stdin and stdout. */
  readonly web?: Omit<IpcHttpOptions, 'onProblem'> | undefined;
}

/** Serves until the client disconnects or a signal arrives; resolves with the exit code. */
export async function serve(settings: Settings, options: ServeOptions = {}): Promise<number> {
  const { web, ...answering } = options;
  guardStdout();
  if (web === undefined) hintOnTerminal('ipc-server');
  const secrets = createSecrets();
  const log = createLog({ level: settings.logLevel, name: 'ipc-server', file: settings.logFile, mask: secrets.mask });
  const onProblem = (message: string) => log.error(message);
  // Imported only when needed, so that serving on stdin and stdout does not wait for this module.
  const serveWeb = web && (await (await import('./serve-over-http.ts')).openWeb({ ...web, onProblem }));
  const history = createHistory({ now: Date.now, mask: secrets.mask });
  const client = createSettingsClient(settings, (line) => {
    history.noteProblem(line);
    log.debug(line);
  });
  const { server, agent } = createIpcServer({ client, settings, log, secrets, history, ...answering });
  // An unhandled promise rejection must not end the whole server.
  process.on('unhandledRejection', (reason) => log.error('Unexpected rejection', reason));
  for (const warning of settings.warnings) log.warning(warning);
  log.info(`ipc-server ${version}: agent at ${formatAddress(settings.address)} (${settings.addressFrom})`);
  agent.start();
  const serving = await (serveWeb === undefined ? serveStdio(server, { signals: true }) : serveWeb(server));
  const reason = await serving.closed;
  log.info(`Stopping: ${reason}`);
  await server.close();
  await agent.close();
  log.close();
  return 0;
}
