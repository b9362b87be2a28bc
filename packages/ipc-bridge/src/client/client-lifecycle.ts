import { defined } from '@modegate/json';
import { backoffDelayMs } from '@modegate/timing';
import type { ByteChannel } from '../channel.ts';
import type { Dialect } from '../dialect.ts';
import type { IpcError } from '../ipc-error.ts';
import type { AgentConnection, ConnectionReceiver, Introduction } from './agent-connection.ts';
import { connectFailed } from './client-errors.ts';
import type { ClientSettings } from './client-options.ts';
import type { ClientState, ReadyState } from './client-state.ts';

/** A lifecycle that connects, waits for the introduction, and reconnects until it is closed. */
export type ClientLifecycle = ReturnType<typeof createLifecycle>;

/** The client that owns a lifecycle: it creates connections and receives state changes. Only `detect` may throw. */
export interface LifecycleOwner {
  connect(channel: ByteChannel, receiver: Pick<ConnectionReceiver, 'onAck' | 'onEnd'>): AgentConnection;
  /** Detects the agent's dialect; the connection is open at this point, but not ready yet. */
  detect(ack: Introduction, connection: AgentConnection): Dialect | Promise<Dialect>;
  onState(state: ClientState): void;
  /** Called when an open connection has ended; the state has already been updated. */
  onConnectionEnd(reason: IpcError): void;
  /** Called when an attempt has failed or an introduced connection has ended. */
  onFailure(error: IpcError): void;
}

/** Creates a lifecycle that has not been started. */
export function createLifecycle(settings: ClientSettings, owner: LifecycleOwner) {
  const life: Life = {
    settings,
    owner,
    state: { status: 'idle' },
    connection: undefined,
    opening: undefined,
    failures: 0,
    cancelRetry: () => {},
    closing: undefined,
  };
  return {
    get state() {
      return life.state;
    },
    /** The open connection, even if the agent has not introduced itself yet. */
    get connection() {
      return life.connection;
    },
    /** Makes the first attempt to connect; further calls have no effect. */
    start: () => {
      if (life.state.status === 'idle') void attempt(life);
    },
    /** Corrects the dialect of the connected agent. */
    changeDialect: (dialect: Dialect) => {
      if (life.state.status === 'ready') change(life, { ...life.state, dialect });
    },
    /** Ends the lifecycle; resolves when the connection is closed. */
    close: () => {
      life.closing ??= shutDown(life);
      return life.closing;
    },
  };
}

/** A lifecycle between two steps; the functions below perform the steps. */
interface Life {
  readonly settings: ClientSettings;
  readonly owner: LifecycleOwner;
  state: ClientState;
  connection: AgentConnection | undefined;
  opening: AbortController | undefined;
  /** Failures since the last stable connection. */
  failures: number;
  cancelRetry: () => void;
  closing: Promise<void> | undefined;
}

async function attempt(life: Life): Promise<void> {
  const { settings } = life;
  settings.counters.attempts += 1;
  life.opening = new AbortController();
  change(life, { status: 'connecting', attempt: life.failures + 1 });
  try {
    const channel = await settings.open(life.opening.signal);
    if (isClosed(life)) channel.close();
    else awaitAck(life, channel);
  } catch (error) {
    if (!isClosed(life)) retryLater(life, connectFailed(error));
  }
}

function awaitAck(life: Life, channel: ByteChannel): void {
  const connection = life.owner.connect(channel, {
    onAck: (ack) => void introduce(life, connection, ack),
    onEnd: (reason) => endConnection(life, reason),
  });
  life.connection = connection;
  change(life, { status: 'awaitingAck' });
  // Needed even if a listener has just closed the client, because a connection reports its end only if it has been
  // started.
  connection.start();
}

async function introduce(life: Life, connection: AgentConnection, ack: Introduction): Promise<void> {
  const { counters, clock } = life.settings;
  try {
    const dialect = await life.owner.detect(ack, connection);
    if (life.connection !== connection || life.state.status !== 'awaitingAck') return;
    counters.connections += 1;
    change(life, readyState(ack, { dialect, since: clock() }));
  } catch (error) {
    if (life.connection === connection) connection.giveUp(connectFailed(error));
  }
}

function endConnection(life: Life, reason: IpcError): void {
  const { state } = life;
  const { counters, clock, backoff } = life.settings;
  life.connection = undefined;
  if (state.status === 'ready') {
    counters.disconnects += 1;
    if (clock() - state.since >= backoff.stableMs) life.failures = 0;
  }
  if (!isClosed(life)) retryLater(life, reason);
  life.owner.onConnectionEnd(reason);
}

function retryLater(life: Life, lastError: IpcError): void {
  const { clock, schedule, random, backoff } = life.settings;
  life.failures += 1;
  const bounds = { firstMs: backoff.initialMs, maxMs: backoff.maxMs };
  const delayMs = backoffDelayMs(bounds, { failures: life.failures, random: random() });
  life.cancelRetry = schedule(() => void attempt(life), delayMs);
  change(life, { status: 'backoff', retryAt: clock() + delayMs, attempt: life.failures + 1, lastError });
  life.owner.onFailure(lastError);
}

async function shutDown(life: Life): Promise<void> {
  life.cancelRetry();
  change(life, { status: 'closed', reason: 'closed by its owner' });
  life.opening?.abort();
  await life.connection?.close();
}

function change(life: Life, state: ClientState): void {
  life.state = state;
  life.owner.onState(state);
}

function isClosed(life: Life): boolean {
  return life.state.status === 'closed';
}

function readyState(ack: Introduction, known: Pick<ReadyState, 'dialect' | 'since'>): ReadyState {
  const { clientId, pid, ppid, serverVersion } = ack;
  return { status: 'ready', clientId, ...defined({ pid, ppid, serverVersion }), ...known };
}
