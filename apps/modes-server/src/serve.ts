import { setTimeout as delay } from 'node:timers/promises';
import { AppError, createLog, hintOnTerminal, type Log } from '@modegate/cli-kit';
import { guardStdout, type StdioEnd, serveStdio } from '@modegate/mcp-protocol/stdio';
import type { Authenticator } from '@modegate/principals/open';
import type { Project, ProjectProblem } from '@modegate/project';
import { watchProject } from '@modegate/project/node';
import { openAudit } from './audit/open-audit.ts';
import { refreshOnSchedule } from './gateway/refresh-on-schedule.ts';
import type { ModesHttpOptions } from './http/serve-over-http.ts';
import type { InstanceOptions, OpenInstance } from './instances/open-instance.ts';
import { requireKnownMode } from './modes/check-mode.ts';
import { createModesServer, type ModesServer } from './server.ts';
import type { ModesHttpSettings } from './settings/http-settings.ts';
import { requireProjectFolder } from './settings/require-project-folder.ts';
import type { Settings } from './settings/settings.ts';
import { openStorage, type Storage } from './storage/open-storage.ts';
import { openServerTelemetry } from './telemetry/open-server-telemetry.ts';
import { version } from './version.ts';
import { watchStateFiles } from './watch-files.ts';

/** Serves until the client disconnects or a signal arrives; resolves with the exit code. */
export async function serve(settings: Settings, http?: ModesHttpSettings): Promise<number> {
  requireProjectFolder(settings);
  guardStdout();
  if (http === undefined) hintOnTerminal('modes-server');
  const { logLevel: level, serverName: name, logFile: file, logFormat: format } = settings;
  const log = createLog({ level, name, file, format });
  const web = http && (await openWeb(http, settings, log));
  const audit = settings.audit && (await openAudit(settings.audit, log));
  const storage = await openStorage(settings, log);
  const telemetry = await openServerTelemetry(http, log);
  const modesServer = createModesServer({
    settings,
    log,
    audit,
    store: storage.store,
    texts: storage.texts,
    env: process.env,
    telemetry,
    hasPrincipals: web?.hasPrincipals === true,
  });
  // If `--mode` is unknown, the program must end before a client relies on the mode. If the flag is missing, the
  // handshake need not wait for the files.
  if (settings.mode !== undefined) {
    await modesServer.modes.ready;
    requireKnownMode(modesServer.modes.current.policy, settings.mode);
  }
  const hasFiles = audit !== undefined || file !== undefined;
  const stopReopening = hasFiles ? reopenOnHangUp([log, audit]) : undefined;
  const signals = hasFiles ? (['SIGINT', 'SIGTERM'] as const) : true;
  const instance = await joinInstances(modesServer, storage, { log, isShared: web !== undefined });
  const serving =
    web === undefined
      ? await serveStdio(modesServer.server, {
          signals,
          onEnding: (end) => {
            stopServersEarly(modesServer, end, log);
            void storage.flush();
          },
        })
      : await web.serve(modesServer, { signals, audit, telemetry, relay: instance?.relay });
  const stop = await Promise.race([
    startWhenLoaded(modesServer, settings, log),
    serving.closed.then(() => delay(LOAD_MS, undefined)),
  ]);
  const reason = await serving.closed;
  log.info(`Stopping: ${reason}`);
  await stop?.();
  await instance?.close();
  await modesServer.close();
  await telemetry?.close();
  await storage.close();
  stopReopening?.();
  await audit?.close();
  log.info('Stopped.');
  log.close();
  return 0;
}

/**
 * Reopens files on each SIGHUP, as log rotation tools expect, instead of ending the process, and returns a function
 * that removes the handler.
 */
function reopenOnHangUp(files: readonly ({ reopen(): void } | undefined)[]): () => void {
  const reopen = (): void => {
    for (const file of files) file?.reopen();
  };
  process.on('SIGHUP', reopen);
  return () => void process.off('SIGHUP', reopen);
}

const GUARD_REMEDY = 'Configure tokens, or specify a JWT issuer, in the auth section of the configuration.';

const UI_REMEDY =
  'The --ui page is for users who have a token, but this server does not ask for tokens. Create a token with `modes-server token add <name> --modes <modes>`, or run `modes-server ui` on this machine.';

/** Time allowed for files to load after serving has ended, in case the disk hangs. */
const LOAD_MS = 1000;

/**
 * Time allowed for servers to end once their input has ended, if the client closed this server's input without sending
 * a signal.
 */
const POLITE_MS = 50;

/** Runs immediately, because some clients kill this process a few milliseconds after requesting that it end. */
function stopServersEarly({ gateway }: ModesServer, end: StdioEnd, log: Log): void {
  const politeMs = end.startsWith('SIG') ? 0 : POLITE_MS;
  gateway?.gateway.connections.close({ politeMs }).catch((error: unknown) => {
    log.error('The servers could not be stopped', error);
  });
}

/** Starts the background work once everything is loaded; returns a function that stops it. */
async function startWhenLoaded(modesServer: ModesServer, settings: Settings, log: Log): Promise<() => Promise<void>> {
  await modesServer.modes.ready;
  reportLoad(modesServer.modes.current, log);
  return startBackgroundWork(modesServer, settings, log);
}

/**
 * Opens authentication before anything else is started. The authentication module is loaded on demand, so that serving
 * on stdin and stdout is not delayed.
 */
async function openWeb(http: ModesHttpSettings, settings: Settings, log: Log) {
  const { requireAuthentication } = await import('@modegate/principals/open');
  const { serveModesOverHttp } = await import('./http/serve-over-http.ts');
  const principals = await openConfiguredPrincipals(settings, log);
  requireAuthentication(http, principals !== undefined, GUARD_REMEDY);
  if (http.hasUi && principals === undefined) throw new AppError(UI_REMEDY);
  const limits = { maxPrincipals: settings.sessionCapacity.owners, ...http.limits };
  return {
    hasPrincipals: principals !== undefined,
    serve: (modesServer: ModesServer, how: Pick<ModesHttpOptions, 'signals' | 'audit' | 'telemetry' | 'relay'>) =>
      serveModesOverHttp(modesServer, {
        http: { ...http, limits },
        principals,
        onProblem: (error) => log.error('The page failed', error),
        ...how,
      }),
  };
}

/** Joins the other instances; returns undefined if there is no shared database. The code is loaded on demand. */
async function joinInstances(
  modesServer: ModesServer,
  { database }: Storage,
  options: InstanceOptions,
): Promise<OpenInstance | undefined> {
  if (database === undefined) return undefined;
  const { openInstance } = await import('./instances/open-instance.ts');
  return openInstance(modesServer, database, options);
}

/** Opens authentication; returns undefined if none is configured, in which case only this machine may connect. */
async function openConfiguredPrincipals({ auth, serverName }: Settings, log: Log): Promise<Authenticator | undefined> {
  if (!auth.isConfigured) return undefined;
  const { createAuthenticator } = await import('@modegate/principals/open');
  return createAuthenticator({ auth, serverName, onProblem: (message) => log.error(message) });
}

function reportLoad({ policy, problems, sources }: Project, log: Log): void {
  const read = sources.filter((file) => file.state === 'read').map((file) => file.file);
  log.info(
    `modes-server ${version}: ${policy.modes.length} modes from ${read.length === 0 ? 'the built-in set' : read.join(', ')}`,
  );
  reportProblems(problems, log);
}

function sameProblem(one: ProjectProblem, other: ProjectProblem): boolean {
  return one.code === other.code && one.file === other.file && one.line === other.line && one.message === other.message;
}

function reportProblems(problems: readonly ProjectProblem[], log: Log): void {
  for (const problem of problems) {
    const line = `${problem.file ?? 'modes'}${problem.line === undefined ? '' : `:${problem.line}`}: ${problem.message}`;
    if (problem.severity === 'error') log.error(line);
    else if (problem.severity === 'warning') log.warning(line);
    else log.debug(line);
  }
}

/** Watches the policy's files and sweeps expired sessions; returns a function that stops both. */
function startBackgroundWork(
  { modes, events, sweep, reloadState, stateFiles }: ModesServer,
  settings: Settings,
  log: Log,
): () => Promise<void> {
  const { projectRoot, globalConfigDir, cleanupIntervalMs } = settings;
  const reload = async () => {
    const before = modes.current.problems;
    await modes.reload();
    reportProblems(
      modes.current.problems.filter((problem) => !before.some((known) => sameProblem(known, problem))),
      log,
    );
    // Prompts include rules, restrictions and servers.
    events.emit('promptsChanged');
  };
  const watcher = watchProject({
    projectRoot,
    globalConfigDir,
    serverFiles: settings.gateway.serverFiles,
    rules: true,
    onChange: reload,
    onError: (error) =>
      log.warning(
        `Changes to mode and server files cannot be detected: ${error instanceof Error ? error.message : String(error)}`,
      ),
  });
  // Catches up on changes made between the first load and the start of watching.
  watcher.ready.then(reload).catch(() => undefined);
  const unwatchState = watchStateFiles(stateFiles, () => {
    reloadState().catch((error: unknown) => log.error('The state folder could not be reloaded', error));
  });
  // Slightly less than the interval, because timers may fire early.
  const everyMs = Math.ceil(cleanupIntervalMs * 0.9);
  const timer = setInterval(() => {
    sweep({ everyMs }).catch((error: unknown) => log.error('Expired sessions could not be removed', error));
  }, cleanupIntervalMs);
  timer.unref();
  const stopRefresh = refreshOnSchedule(
    () => modes.current,
    () => void events.emit('permissionsChanged'),
  );
  return async () => {
    clearInterval(timer);
    stopRefresh();
    unwatchState();
    await watcher.close();
  };
}
