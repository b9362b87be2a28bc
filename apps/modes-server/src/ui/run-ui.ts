import { fileURLToPath } from 'node:url';
import { AppError, createLog, type Log, print } from '@modegate/cli-kit';
import type { AuditLog } from '@modegate/cli-kit/audit';
import { type KnownTasks, type ServedUi, serveUi, type UiProject } from '@modegate/project-ui';
import { errorCode } from '@modegate/text-files';
import { openAudit } from '../audit/open-audit.ts';
import { readTimeout } from '../commands/tools.ts';
import { openBrowser } from '../logins/open-browser.ts';
import { requireKnownMode } from '../modes/check-mode.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { withStateTexts } from '../storage/open-storage.ts';
import type { StateTexts } from '../storage/state-texts.ts';
import { openStoredTasks } from './known-tasks.ts';
import { pageProject } from './page-project.ts';
import { queryServersForPage } from './query-servers.ts';

/** Flags for `modes-server ui`. */
export interface UiFlags {
  readonly port?: string;
  /** False if `--no-open` is set. */
  readonly open: boolean;
  /** True to start no servers. */
  readonly offline?: boolean;
  /** Time allowed for servers to start, in seconds. */
  readonly timeout?: string;
}

/**
 * Serves the page on this machine until a signal arrives. Returns the exit code.
 *
 * @throws {AppError} exit code 1 if the port is not available, 2 for an invalid flag.
 */
export async function runUi(settings: Settings, flags: UiFlags): Promise<number> {
  const port = readPort(flags.port);
  const waitMs = readTimeout(flags.timeout);
  const timeoutMs = flags.offline === true ? undefined : waitMs;
  const { mode, logLevel, logFile, logFormat } = settings;
  if (mode !== undefined) requireKnownMode((await readSettingsProject(settings, { env: process.env })).policy, mode);
  const log = createLog({ level: logLevel, name: 'modes-server ui', file: logFile, format: logFormat });
  const audit = settings.audit && (await openAudit(settings.audit, log));
  const stopping = untilSignal();
  try {
    await withStateTexts(settings, async (texts, database) => {
      const stored = openStoredTasks(settings, database);
      const project = uiProject(settings, { texts, timeoutMs, log: audit, tasks: stored.tasks });
      const served = await serve(project, { port, log });
      // The token is shown only here, and is not logged.
      print(`Modegate: ${served.url}`);
      print('Anyone who has this address can change the modes, so keep it private. Press Ctrl-C to stop.');
      if (flags.open) openBrowser(served.openingUrl());
      await stopping;
      await served.close();
      await stored.close();
    });
  } finally {
    await audit?.close();
    log.close();
  }
  return 0;
}

interface UiParts {
  readonly texts: StateTexts;
  readonly timeoutMs: number | undefined;
  /** Audit log for changes. */
  readonly log: AuditLog | undefined;
  readonly tasks: KnownTasks | undefined;
}

function uiProject(settings: Settings, { texts, timeoutMs, log, tasks }: UiParts): UiProject {
  return {
    ...pageProject(settings, log),
    tasks,
    askServers: (project, signal) => queryServersForPage({ settings, project, texts, timeoutMs, signal }),
  };
}

async function serve(
  project: UiProject,
  { port, log }: { readonly port: number; readonly log: Log },
): Promise<ServedUi> {
  const assetsFolder = fileURLToPath(new URL('./ui/', import.meta.url));
  const onProblem = (error: unknown): void => log.error('Something failed', error);
  try {
    return await serveUi({ project, assetsFolder, port, onProblem });
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'EADDRINUSE' && code !== 'EACCES') throw error;
    throw new AppError(`Port ${port} is not available (${code}). Choose another port with --port.`, 1);
  }
}

/** Reads the port from the text of a flag. @throws {AppError} exit code 2 for an invalid port. */
function readPort(text = '0'): number {
  const port = Number(text);
  if (/^\d+$/.test(text) && port <= 65_535) return port;
  throw new AppError(`--port must be a number from 0 to 65535, not '${text.slice(0, 60)}'.`);
}

/**
 * Waits for a signal: the first closes the page, and a second ends the process. The listeners remain registered,
 * because the file-lock library ends the process on a signal that has no other listener.
 */
function untilSignal(): Promise<void> {
  return new Promise((resolve) => {
    let hasCome = false;
    const take = (signal: NodeJS.Signals): void => {
      if (hasCome) process.exit(signal === 'SIGINT' ? 130 : 143);
      hasCome = true;
      resolve();
    };
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, take);
  });
}
