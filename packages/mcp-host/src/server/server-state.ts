import type { JsonObject } from '@modegate/json';
import { isListChange } from '../lists/upstream-lists.ts';
import type { Upstream } from '../peer/upstream.ts';
import type { ConnectionState } from './connection-state.ts';
import type { ConnectionError } from './error-history.ts';
import { createLiveConnection } from './live-connection.ts';
import type { Disconnect, Disconnection } from './reconnect-loop.ts';
import type { ServerConnection } from './server-connection.ts';

/** Default time limit for requests to a disabled server. */
const DEFAULT_TIMEOUT_MS = 60_000;

/** Sets the state of a server, along with everything that depends on that state. No other code changes the state. */
export function setState(server: ServerConnection, state: ConnectionState): void {
  const { name, dependencies, opening, outcome } = server;
  server.state = state;
  if (state.status !== 'connected') {
    server.live?.stop();
    server.live = undefined;
  }
  if (state.status === 'connecting') server.opening ??= Promise.withResolvers<void>();
  else {
    server.opening = undefined;
    opening?.resolve();
  }
  if (state.status === 'disabled' || state.status === 'disconnected') outcome.resolve();
  markStale(server);
  dependencies.emit({ type: 'state', server: name });
}

/** Marks the start of an attempt; the first attempt may already have been announced. */
export function setConnecting(server: ServerConnection, attempt: number): void {
  const { state, dependencies } = server;
  if (state.status === 'connecting' && state.attempt === attempt) return;
  setState(server, { status: 'connecting', since: dependencies.timing.clock(), attempt });
}

/** Marks the success of an attempt: the server answers, and its lists are being read. */
export function setConnected(server: ServerConnection, upstream: Upstream, disconnect: Disconnect): void {
  const { dependencies, name, outcome } = server;
  const { serverInfo, capabilities, instructions, protocolVersion, pid } = upstream;
  const live = createLiveConnection(upstream, dependencies, {
    timeoutMs: () => timeoutOf(server),
    onDead: disconnect,
    // Without its tools, the server is useless, and `disconnected` gives the reason.
    onLoginNeeded: (reason) => disconnect(reason, { isLasting: true }),
    onWarning: (remark) => addHistory(server, 'warn', remark),
    onList(list, { isContent }) {
      markStale(server);
      if (isContent) dependencies.emit({ type: 'list', server: name, list });
    },
  });
  server.live = live;
  const told = { serverInfo, capabilities, instructions, protocolVersion };
  const since = dependencies.timing.clock();
  setState(server, { status: 'connected', since, ...told, ...(pid === undefined ? {} : { pid }) });
  void live.lists.firstRead.then(outcome.resolve);
}

/** Marks the failure of an attempt or the end of a link; another attempt follows. */
export function setDisconnected(server: ServerConnection, { reason, attempts, retryAt }: Disconnection): void {
  const shown = addHistory(server, 'error', reason);
  const since = server.dependencies.timing.clock();
  setState(server, { status: 'disconnected', since, reason: shown, attempts, retryAt });
}

/** Handles a notification from the server: rereads a list that has changed, and passes on all other notifications. */
export function handleServerNotification(server: ServerConnection, method: string, params: JsonObject): void {
  const { dependencies, name, live } = server;
  // While the server is not yet connected, its lists are being read in any case.
  if (isListChange(method)) live?.lists.notified(method);
  else dependencies.emit({ type: 'notification', server: name, method, params });
}

/** Adds an entry to a server's history, with the server's secrets removed; returns the stored text. */
export function addHistory(server: ServerConnection, level: ConnectionError['level'], text: string): string {
  const { plan, history, dependencies, name } = server;
  const message = history.add(level, plan.state === 'start' ? plan.redact(text) : text);
  dependencies.log({ server: name, level, message });
  markStale(server);
  return message;
}

/** Discards the current view of the server. */
export function markStale(server: ServerConnection): void {
  server.seen = undefined;
  server.onStale();
}

/** Returns the current default time limit for requests to the server. */
export function timeoutOf({ plan }: ServerConnection): number {
  return plan.state === 'start' ? plan.timeoutMs : DEFAULT_TIMEOUT_MS;
}
