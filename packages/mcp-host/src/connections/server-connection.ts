import type { ServerEntry } from '@modegate/server-config';
import type { ConnectionState } from './connection-state.ts';
import type { ConnectionWorld } from './connection-world.ts';
import { createDeferred, type Deferred } from './deferred.ts';
import { createErrorHistory, type ErrorHistory } from './error-history.ts';
import type { LiveConnection } from './live-connection.ts';
import { createOneAtATime, type OneAtATime } from './one-at-a-time.ts';
import { planServer, type ServerPlan } from './server-plan.ts';
import { NO_LISTS, NONE_COMPLETE } from './upstream-lists.ts';
import type { UpstreamServer } from './upstream-server.ts';
import type { PathsWatch } from './watch-paths.ts';

/** One server and its link, changed by `server-lifecycle.ts` and `server-state.ts` and nobody else. */
export interface ServerConnection {
  readonly name: string;
  readonly world: ConnectionWorld;
  readonly history: ErrorHistory;
  readonly turns: OneAtATime;
  entry: ServerEntry;
  plan: ServerPlan;
  state: ConnectionState;
  /** There exactly while the state is `connected`. */
  live: LiveConnection | undefined;
  /** Whether anybody uses it. */
  isOn: boolean;
  /** Resolved when the state is `connecting` no longer; there exactly while it is. */
  opening: Deferred | undefined;
  /** Resolved at the first outcome of a start, lists included. */
  outcome: Deferred;
  watch: PathsWatch | undefined;
  /** The view of now, until something changes. */
  seen: UpstreamServer | undefined;
  readonly onStale: () => void;
}

/**
 * Makes a server that is not started.
 *
 * @param onStale - Called when its view is no longer the one of now.
 */
export function createServerConnection(
  entry: ServerEntry,
  world: ConnectionWorld,
  onStale: () => void,
): ServerConnection {
  const plan = planServer(entry, world);
  const outcome = createDeferred();
  outcome.resolve();
  return {
    name: entry.name,
    world,
    history: createErrorHistory(world.clock),
    turns: createOneAtATime(),
    entry,
    plan,
    state: idleState(plan, world.clock()),
    live: undefined,
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
  return { status: 'disconnected', since: now, reason: 'Nobody uses it.', attempts: 0, retryAt: undefined };
}
