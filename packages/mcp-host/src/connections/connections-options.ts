import type { ServerEntry } from '@modegate/server-config';
import { watchPaths } from '@modegate/text-files';
import { backgroundSchedule, type Schedule } from '@modegate/timing';
import type { LaunchEnvironment } from '../launch/server-launch.ts';
import type { WhyNotStarted } from '../launch/server-plan.ts';
import { createStdioTransport } from '../process/stdio-transport.ts';
import { type AuthoriseRemote, openAuthorised } from '../remote/authorised-transport.ts';
import { NO_SESSION_BASED_SERVERS, type SessionBasedServers } from '../server/cached-revision.ts';
import type {
  AnswerServer,
  ConnectionDependencies,
  ConnectionsLog,
  OpeningOptions,
  OpenTransport,
} from '../server/connection-dependencies.ts';
import type { WatchFiles } from '../server/watch-launch-files.ts';
import { type Backoff, DEFAULT_BACKOFF } from '../timing/retry-delay.ts';
import { createStartLimit } from '../timing/start-limit.ts';

/** Servers to connect to, this program's identity, and dependencies that tests may replace. */
export interface ConnectionsOptions {
  /** Server entries; if several entries have the same name, the first entry is used. */
  readonly entries: readonly ServerEntry[];
  /** This program's name and version, which are sent to the servers. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly launchEnvironment: LaunchEnvironment;
  /** Answers requests from servers; throws an RpcError to refuse a request. */
  readonly onRequest: AnswerServer;
  /**
   * Absolute paths of the scripts that this process runs; entries that run one of these scripts are not started.
   * Default: none.
   */
  readonly ownScripts?: readonly string[];
  /**
   * Returns the reason for not starting an entry, such as missing consent; called again with each `update`. Default:
   * all entries are started.
   */
  readonly whyNotStarted?: WhyNotStarted | undefined;
  /** Provides tokens for requests to remote servers. Default: only the headers in the server entries are used. */
  readonly authorise?: AuthoriseRemote | undefined;
  /** Remembers servers that should not be probed for their revision. Default: nothing is remembered between runs. */
  readonly sessionBasedServers?: SessionBasedServers | undefined;
  /** Creates the transport to a server. Default: a transport that uses a process or HTTP. */
  readonly openTransport?: OpenTransport;
  /** Watches files and restarts a server when one of its files changes. Default: watches the file system. */
  readonly watchFiles?: WatchFiles;
  /** Returns the time in epoch milliseconds. Default: `Date.now`. */
  readonly clock?: () => number;
  /** Schedules a timer. Default: timers that do not keep the process alive. */
  readonly schedule?: Schedule;
  /** Returns a number from 0 up to, but not including, 1. Default `Math.random`. */
  readonly random?: () => number;
  /** Delays between connection attempts. Default: 1 s to 60 s, reset once a connection has lasted 60 s. */
  readonly backoff?: Partial<Backoff>;
  /**
   * Maximum number of servers that start concurrently; a start that takes over five seconds frees its slot for another
   * server. Default 16.
   */
  readonly maxStarting?: number;
  /** Time for which servers keep running after the last client has left. Default 0. */
  readonly idleStopMs?: number;
  /** Time limit for a start, and, separately, for the response to `initialize`. Default 60,000. */
  readonly initializeTimeoutMs?: number;
  /** Interval between health checks of idle servers. Default 30,000. */
  readonly pingIntervalMs?: number;
  /** Receives each history entry for a server, and errors from listeners. By default, both are discarded. */
  readonly log?: ConnectionsLog;
}

/** Applies the defaults. */
export function createDependencies(
  options: ConnectionsOptions,
  inner: Pick<ConnectionDependencies, 'emit' | 'log'> &
    Pick<OpeningOptions, 'capabilities' | 'wantsSession'> & { readonly hurry: AbortSignal },
): ConnectionDependencies {
  const { clientInfo, launchEnvironment, onRequest, schedule = backgroundSchedule, clock } = options;
  const { capabilities, wantsSession, emit, log, hurry } = inner;
  return {
    timing: {
      clock: clock ?? Date.now,
      now: clock ?? (() => performance.now()),
      schedule,
      random: options.random ?? Math.random,
    },
    origin: { launchEnvironment, ownScripts: options.ownScripts ?? [], whyNotStarted: options.whyNotStarted },
    opening: {
      clientInfo,
      capabilities,
      onRequest,
      openTransport:
        options.openTransport ??
        ((launch, server) =>
          launch.type === 'stdio'
            ? createStdioTransport({ ...launch, platform: launchEnvironment.platform, hurry })
            : openAuthorised(launch, server, options.authorise)),
      initializeTimeoutMs: options.initializeTimeoutMs ?? 60_000,
      slots: createStartLimit(options.maxStarting ?? 16, schedule),
      backoff: { ...DEFAULT_BACKOFF, ...options.backoff },
      sessionBasedServers: options.sessionBasedServers ?? NO_SESSION_BASED_SERVERS,
      wantsSession,
    },
    pingIntervalMs: options.pingIntervalMs ?? 30_000,
    watchFiles: options.watchFiles ?? ((paths, watching) => watchPaths(paths, watching).close),
    emit,
    log,
  };
}
