import { formatAddress } from '@modegate/ipc-bridge';
import { guardStdout, serveStdio } from '@modegate/mcp-protocol/stdio';
import { createLog } from '@modegate/program-shell';
import { createSettingsClient } from './agent/connect.ts';
import { createHistory } from './agent/history.ts';
import { createSecrets } from './agent/secrets.ts';
import { createIpcServer } from './server.ts';
import type { Settings } from './settings.ts';
import { version } from './version.ts';

/** Serves on stdin and stdout until the client goes or a signal comes; resolves with the exit code. */
export async function serve(
  settings: Settings,
  options: { readonly toolErrors?: 'result' | 'jsonrpc' } = {},
): Promise<number> {
  guardStdout();
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
  const { server, agent } = createIpcServer({ client, settings, log, secrets, history, ...options });
  // One promise that nobody waited for must not end the work of everybody.
  process.on('unhandledRejection', (reason) => log.error('Unexpected rejection', reason));
  for (const warning of settings.warnings) log.warning(warning);
  log.info(`ipc-server ${version}: agent at ${formatAddress(settings.address)} (${settings.addressFrom})`);
  agent.start();
  const serving = await serveStdio(server, { signals: true });
  const reason = await serving.closed;
  log.info(`Stopping: ${reason}`);
  await server.close();
  await agent.close();
  log.close();
  return 0;
}
