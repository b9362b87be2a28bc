import { join } from 'node:path';
import { createModesServer, type ModesServer } from '../../apps/modes-server/src/server.ts';
import { resolveSettings } from '../../apps/modes-server/src/settings/settings.ts';

/** The modes server over a sample project, told of what it logs as errors. */
export function openSampleServer(folder: string, onError: (message: string) => void): ModesServer {
  const quiet = (): void => undefined;
  const note = (message: string, cause?: unknown): void =>
    onError(`${message} ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause ?? '')}`);
  // The servers of the folder are made up; nothing is to be started.
  const settings = resolveSettings(
    { projectRoot: folder, globalConfigDir: join(folder, 'global'), gateway: 'off' },
    {},
  );
  return createModesServer({ settings, log: { debug: quiet, info: quiet, warning: quiet, error: note, close: quiet } });
}
