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

/** A server and its link. Only `server-lifecycle.ts` and `server-state.ts` modify it. */
export interface ServerConnection {
  readonly name: string;
  readonly dependencies: ConnectionDependencies;
  readonly history: ErrorHistory;
  readonly turns: ExclusiveRunner;
  entry: ServerEntry;
  plan: ServerPlan;
  state: ConnectionState;
  /** Defined if, and only if, the connection state is `connected`. */
  live: LiveConnection | undefined;
  /** The cached revision, valid while the launch settings stay the same. */
  revision: { readonly launch: ServerLaunch; readonly known: CachedRevision } | undefined;
  /** True if a client uses the server. */
  isOn: boolean;
  /** Promise that is resolved when the state is no longer `connecting`; defined only in that state. */
  opening: PromiseWithResolvers<void> | undefined;
  /** Promise that is resolved at the first outcome of a start, which includes reading the lists. */
  outcome: PromiseWithResolvers<void>;
  watch: LaunchFilesWatch | undefined;
  /** The current view, until something changes. */
  seen: UpstreamServer | undefined;
  readonly onStale: () => void;
}

/**
 * Creates a server without starting it.
 *
 * @param onStale - Called when the view of the server is outdated.
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

/** Returns a view of the server; the view remains the same object until something changes. */
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

/** Returns the state that a server has while it is stopped. */
export function idleState(plan: ServerPlan, now: number): ConnectionState {
  if (plan.state === 'disabled') return { status: 'disabled', reason: plan.reason };
  return { status: 'disconnected', since: now, reason: 'No client is connected.', attempts: 0, retryAt: undefined };
}
