import type { ByteChannel } from '../channel.ts';
import type { Dialect } from '../dialect.ts';
import type { IpcError } from '../ipc-error.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import { type ClientLink, createClientLink, type Introduction } from './agent-connection.ts';
import { backoffDelay } from './backoff.ts';
import { ackTimedOut, agentStuck, connectFailed, connectionLost } from './client-errors.ts';
import type { ClientSettings } from './client-settings.ts';
import type { ClientState, ReadyState } from './client-state.ts';

/** Connects, waits for the introduction, and connects again, until it is closed. */
export interface ClientLifecycle {
  readonly state: ClientState;
  /** The open connection, introduced or not. */
  readonly link: ClientLink | undefined;
  /** Begins with the first attempt; calling it again does nothing. */
  start(): void;
  /** Corrects what the connected agent was taken for. */
  changeDialect(dialect: Dialect): void;
  /** Gives up a connection whose agent does not read; the next attempt follows. */
  giveUp(): void;
  /** Ends everything; resolves when the connection is gone. */
  close(): Promise<void>;
}

/** Told of what happens; nothing of it may throw. */
export interface LifecycleReceiver {
  onState(state: ClientState): void;
  onEvent(event: AgentEvent): void;
  /** An open connection ended; the state has changed already. */
  onLinkEnd(error: Error | undefined): void;
  /** An attempt failed, or an introduced connection ended. */
  onFailure(error: IpcError): void;
  /** Finds out what the agent speaks; the connection is open, and not ready yet. */
  detect(ack: Introduction, link: ClientLink): Dialect | Promise<Dialect>;
}

/** Creates a lifecycle that has not begun. */
export function createLifecycle(settings: ClientSettings, receiver: LifecycleReceiver): ClientLifecycle {
  const { counters, clock, schedule, backoff, limits } = settings;
  let state: ClientState = { status: 'idle' };
  let link: ClientLink | undefined;
  let opening: AbortController | undefined;
  let failures = 0;
  let cancelTimer = (): void => {};
  let reasonToEnd: IpcError | undefined;
  let onGone: (() => void) | undefined;
  let closing: Promise<void> | undefined;

  const isClosed = (): boolean => state.status === 'closed';
  const change = (next: ClientState): void => {
    state = next;
    receiver.onState(next);
  };
  const attempt = async (): Promise<void> => {
    counters.attempts += 1;
    opening = new AbortController();
    change({ status: 'connecting', attempt: failures + 1 });
    try {
      const channel = await settings.open(opening.signal);
      if (isClosed()) channel.close();
      else awaitAck(channel);
    } catch (error) {
      if (!isClosed()) retryLater(connectFailed(error));
    }
  };
  const awaitAck = (channel: ByteChannel): void => {
    const opened = createClientLink(channel, settings, {
      onAck: (ack) => void introduce(ack),
      onEvent: receiver.onEvent,
      onEnd,
    });
    link = opened;
    cancelTimer = schedule(() => end(ackTimedOut(limits.ackTimeoutMs)), limits.ackTimeoutMs);
    change({ status: 'awaitingAck' });
    // Also when a listener has just closed the client: the end is told to those who have started only.
    opened.start();
  };
  const introduce = async (ack: Introduction): Promise<void> => {
    const introduced = link;
    cancelTimer();
    if (introduced === undefined) return;
    try {
      const dialect = await receiver.detect(ack, introduced);
      if (link !== introduced || state.status !== 'awaitingAck') return;
      counters.connections += 1;
      change(readyState(ack, { dialect, since: clock() }));
    } catch (error) {
      if (link === introduced) end(connectFailed(error));
    }
  };
  const onEnd = (cause: Error | undefined): void => {
    cancelTimer();
    link = undefined;
    const error = reasonToEnd ?? connectionLost(cause);
    reasonToEnd = undefined;
    if (state.status === 'ready') {
      counters.disconnects += 1;
      if (clock() - state.since >= backoff.stableMs) failures = 0;
    }
    if (!isClosed()) retryLater(error);
    receiver.onLinkEnd(error);
    onGone?.();
  };
  const retryLater = (error: IpcError): void => {
    failures += 1;
    const delayMs = backoffDelay(failures, settings.random, backoff);
    cancelTimer = schedule(() => void attempt(), delayMs);
    change({ status: 'backoff', retryAt: clock() + delayMs, attempt: failures + 1, lastError: error });
    receiver.onFailure(error);
  };
  const shutDown = async (): Promise<void> => {
    cancelTimer();
    change({ status: 'closed', reason: 'closed by its owner' });
    opening?.abort();
    if (link === undefined) return;
    const gone = new Promise<void>((resolve) => {
      onGone = resolve;
    });
    link.close();
    await gone;
  };
  const end = (error: IpcError): void => {
    reasonToEnd = error;
    link?.close({ discard: true });
  };

  return {
    get state() {
      return state;
    },
    get link() {
      return link;
    },
    start: () => {
      if (state.status === 'idle') void attempt();
    },
    changeDialect: (dialect) => {
      if (state.status === 'ready') change({ ...state, dialect });
    },
    giveUp: () => end(agentStuck(link?.bufferedBytes ?? 0)),
    close: () => {
      closing ??= shutDown();
      return closing;
    },
  };
}

function readyState(ack: Introduction, known: Pick<ReadyState, 'dialect' | 'since'>): ReadyState {
  const { clientId, pid, ppid, serverVersion } = ack;
  return {
    status: 'ready',
    clientId,
    ...(pid !== undefined && { pid }),
    ...(ppid !== undefined && { ppid }),
    ...(serverVersion !== undefined && { serverVersion }),
    ...known,
  };
}
