import type { ServerEntry } from '@modegate/server-config';
import type { ServerLaunch } from '../launch/server-launch.ts';
import { planServer, type ServerPlan } from '../launch/server-plan.ts';
import { NO_LISTS, NONE_COMPLETE } from '../lists/server-lists.ts';
import { createExclusiveRunner, type ExclusiveRunner } from '../timing/exclusive-runner.ts';
import type { CachedRevision } from './cached-revision.ts';
import type { ConnectionDependencies } from './connection-dependencies.ts';
import type { ConnectionState } from './connection-state.ts';
import { createErrorHistory, type ErrorHistory } from './error-history.ts';
import type { LiveConnection } from './live-connection.ts';
import type { UpstreamServer } from './upstream-server.ts';
import type { LaunchFilesWatch } from './watch-launch-files.ts';

/** One server and its link, changed by `server-lifecycle.ts` and `server-state.ts` only. */
export interface ServerConnection {
  readonly name: string;
  readonly dependencies: ConnectionDependencies;
  readonly history: ErrorHistory;
  readonly turns: ExclusiveRunner;
  entry: ServerEntry;
  plan: ServerPlan;
  state: ConnectionState;
  /** There exactly while the state is `connected`. */
  live: LiveConnection | undefined;
  /** How it is known to speak, as long as it is started with the same. */
  revision: { readonly launch: ServerLaunch; readonly known: CachedRevision } | undefined;
  /** Whether a client uses it. */
  isOn: boolean;
  /** Resolved when the state is `connecting` no longer; there exactly while it is. */
  opening: PromiseWithResolvers<void> | undefined;
  /** Resolved at the first outcome of a start, lists included. */
  outcome: PromiseWithResolvers<void>;
  watch: LaunchFilesWatch | undefined;
  /** The current view, until something changes. */
  seen: UpstreamServer | undefined;
  readonly onStale: () => void;
}

/**
 * Makes a server that is not started.
 *
 * @param onStale - Called when its view is out of date.
 */
export function createServerConnection(
  entry: ServerEntry,
  dependencies: ConnectionDependencies,
  onStale: () => void,
): ServerConnection {
  const { timing, origin } = dependencies;
  const plan = planServer(entry, origin);
  const outcome = Promise.withResolvers<void>();
  outcome.resolve();
  return {
    name: entry.name,
    dependencies,
    history: createErrorHistory(timing.clock),
    turns: createExclusiveRunner(),
    entry,
    plan,
    state: idleState(plan, timing.clock()),
    live: undefined,
    revision: undefined,
    isOn: false,
    opening: undefined,
    outcome,
    watch: undefined,
    seen: undefined,
    onStale,
  };
}

/** The server as it is now; the same object while nothing changes. */
export function viewServer(server: ServerConnection): UpstreamServer {
  const { name, entry, state, history, live } = server;
  server.seen ??= {
    name,
    entry,
    state,
    errors: history.entries(),
    ...(live?.lists.lists() ?? NO_LISTS),
    complete: live?.lists.complete() ?? NONE_COMPLETE,
  };
  return server.seen;
}

/** The state of a server that is not started. */
export function idleState(plan: ServerPlan, now: number): ConnectionState {
  if (plan.state === 'disabled') return { status: 'disabled', reason: plan.reason };
  return { status: 'disconnected', since: now, reason: 'No client is connected.', attempts: 0, retryAt: undefined };
}
