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

/** The servers to connect to, who we are to them, and what may be replaced in tests. */
export interface ConnectionsOptions {
  /** The first of several entries of one name counts. */
  readonly entries: readonly ServerEntry[];
  /** How we introduce ourselves to the servers. */
  readonly clientInfo: { readonly name: string; readonly version: string };
  readonly surroundings: LaunchEnvironment;
  /** Answers what a server asks; throw an RpcError to refuse. */
  readonly onRequest: AnswerServer;
  /** Absolute paths of the scripts that this process runs; an entry that runs one of them is not started. Default none. */
  readonly ownScripts?: readonly string[];
  /** Why an entry that could be started is not to be, such as one that is not yet agreed to; asked again with each `update`. Default: each is started. */
  readonly whyNotStarted?: WhyNotStarted | undefined;
  /** Gives requests to remote servers their tokens. Default: they carry the headers of their entries only. */
  readonly authorise?: AuthoriseRemote | undefined;
  /** Remembers which servers are not to be asked how they speak. Default: nothing is remembered over runs. */
  readonly sessionBasedServers?: SessionBasedServers | undefined;
  /** Makes the link to a server. Default: a process, or HTTP. */
  readonly openTransport?: OpenTransport;
  /** Watches the files whose change restarts a server. Default: the real ones. */
  readonly watchFiles?: WatchFiles;
  /** Epoch milliseconds. Default `Date.now`. */
  readonly clock?: () => number;
  /** Default: timers that do not keep the process alive. */
  readonly schedule?: Schedule;
  /** A number from 0 up to 1. Default `Math.random`. */
  readonly random?: () => number;
  /** Default: from 1 s to 60 s, counted from the start after a connection of 60 s. */
  readonly backoff?: Partial<Backoff>;
  /** How many servers start at once; one that takes longer than five seconds makes room for another. Default 16. */
  readonly maxStarting?: number;
  /** How long the servers go on after the last lease was released. Default 0. */
  readonly idleStopMs?: number;
  /** How long a server may take to start, and then to answer `initialize`. Default 60,000. */
  readonly initializeTimeoutMs?: number;
  /** How often an idle server is asked whether it is still there. Default 30,000. */
  readonly pingIntervalMs?: number;
  /** Takes a line for each thing that goes into the history of a server, and for listeners that throw. Default: dropped. */
  readonly log?: ConnectionsLog;
}

/** Fills in the defaults. */
export function createDependencies(
  options: ConnectionsOptions,
  inner: Pick<ConnectionDependencies, 'emit' | 'log'> &
    Pick<OpeningOptions, 'capabilities' | 'wantsSession'> & { readonly hurry: AbortSignal },
): ConnectionDependencies {
  const { clientInfo, surroundings, onRequest, schedule = backgroundSchedule, clock } = options;
  const { capabilities, wantsSession, emit, log, hurry } = inner;
  return {
    timing: {
      clock: clock ?? Date.now,
      now: clock ?? (() => performance.now()),
      schedule,
      random: options.random ?? Math.random,
    },
    origin: { surroundings, ownScripts: options.ownScripts ?? [], whyNotStarted: options.whyNotStarted },
    opening: {
      clientInfo,
      capabilities,
      onRequest,
      openTransport:
        options.openTransport ??
        ((launch, server) =>
          launch.type === 'stdio'
            ? createStdioTransport({ ...launch, platform: surroundings.platform, hurry })
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
