import type { JsonObject } from '@modegate/json';
import { signalOf } from '@modegate/json-rpc';
import { waitAtMost } from '@modegate/timing';
import { HostError } from '../host-error.ts';
import type { UpstreamRequestOptions } from '../peer/upstream-request.ts';
import { describeState } from './connection-state.ts';
import type { LiveConnection } from './live-connection.ts';
import type { ServerConnection } from './server-connection.ts';
import { timeoutOf } from './server-state.ts';

export interface ServerRequest {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly options: UpstreamRequestOptions | undefined;
}

/** Sends a request to a server that is not yet connected, within the time limit of the request. */
export async function requestWhenConnected(
  server: ServerConnection,
  { method, params, options }: ServerRequest,
): Promise<JsonObject> {
  const { now } = server.dependencies.timing;
  const startedAt = now();
  const allowedMs = Math.min(options?.timeoutMs ?? timeoutOf(server), options?.maxTotalMs ?? Number.POSITIVE_INFINITY);
  const live = await waitForConnection(server, allowedMs, options && signalOf(options));
  const timeoutMs = Math.max(1, allowedMs - (now() - startedAt));
  return live.request(method, params, { ...options, timeoutMs });
}

/**
 * Waits until a connecting server is connected.
 * @throws HostError `SERVER_UNAVAILABLE` if the server is not connecting, or is still connecting when the time limit
 * is reached; the reason of `signal` if it is aborted.
 */
export async function waitForConnection(
  server: ServerConnection,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<LiveConnection> {
  const { now, schedule } = server.dependencies.timing;
  const deadline = now() + timeoutMs;
  // A start that was replaced by another start has not failed.
  while (server.opening !== undefined && now() < deadline) {
    await waitAtMost(server.opening.promise, { limitMs: deadline - now(), schedule, signal });
  }
  if (server.live === undefined) throw unavailable(server);
  return server.live;
}

function unavailable({ name, state, history, dependencies }: ServerConnection): HostError {
  const lastError = history.lastProblem();
  const retryAt = state.status === 'disconnected' ? state.retryAt : undefined;
  const said = `The server "${name.slice(0, 100)}" ${describeState(state, dependencies.timing.clock())}`;
  const before = state.status === 'connecting' && lastError !== undefined ? ` Last error: ${lastError}` : '';
  return new HostError('SERVER_UNAVAILABLE', `${said}${before}`, {
    data: { server: name, status: state.status, lastError, retryAt },
  });
}
