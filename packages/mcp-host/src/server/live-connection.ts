import type { JsonObject } from '@modegate/json';
import { type FollowListsOptions, followLists } from '../lists/upstream-lists.ts';
import type { Upstream } from '../peer/upstream.ts';
import type { UpstreamRequestOptions } from '../peer/upstream-request.ts';
import type { ConnectionDependencies } from './connection-dependencies.ts';
import { watchHealth } from './health.ts';

/** A connected server with its lists and health checks. */
export type LiveConnection = ReturnType<typeof createLiveConnection>;

export interface LiveConnectionHooks extends Pick<FollowListsOptions, 'onList' | 'onLoginNeeded' | 'onWarning'> {
  /** Returns the default time limit for a request; called for each request. */
  readonly timeoutMs: () => number;
  readonly onDead: (reason: string) => void;
}

/** Starts reading the lists of an initialised server and checking its health. */
export function createLiveConnection(
  upstream: Upstream,
  { timing, pingIntervalMs }: Pick<ConnectionDependencies, 'timing' | 'pingIntervalMs'>,
  hooks: LiveConnectionHooks,
) {
  const use = countUse(upstream, hooks.timeoutMs);
  const counted = { ...upstream, request: use.request };
  const lists = followLists({ ...hooks, ...timing, upstream: counted });
  const stopHealth = watchHealth({
    ...hooks,
    upstream,
    schedule: timing.schedule,
    intervalMs: pingIntervalMs,
    isIdle: use.isIdle,
  });
  return {
    upstream,
    lists,
    request: use.request,
    /** Stops updating the lists and checking the server's health; does not close the link. */
    stop() {
      lists.stop();
      stopHealth();
    },
  };
}

/** Counts requests, and applies the current default time limit. */
function countUse(upstream: Upstream, timeoutMs: () => number) {
  let begun = 0;
  let begunBefore = 0;
  return {
    request(method: string, params: JsonObject | undefined, options?: UpstreamRequestOptions) {
      begun += 1;
      const timed = options?.timeoutMs === undefined ? { ...options, timeoutMs: timeoutMs() } : options;
      return upstream.request(method, params, timed);
    },
    isIdle() {
      const isIdle = upstream.unanswered() === 0 && begun === begunBefore;
      begunBefore = begun;
      return isIdle;
    },
  };
}
