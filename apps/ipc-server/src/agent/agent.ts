import type { Log } from '@modegate/cli-kit';
import {
  type AgentClient,
  type AgentEvent,
  type BufferedEvent,
  type ClientState,
  createEventBuffer,
  type Dialect,
  type QueueName,
  redactEvent,
} from '@modegate/ipc-bridge';
import { defined } from '@modegate/json';
import type { Settings } from '../settings.ts';
import { createHistory, type History } from './history.ts';
import { createSecrets, type Secrets } from './secrets.ts';
import { createTaskRegistry } from './task-registry.ts';

/** Called with each event when it is queued. */
export type EventListener = (event: BufferedEvent, queue: QueueName) => void;

/** The agent as seen by this server: connection, events received, and known tasks. */
export type Agent = ReturnType<typeof createAgent>;

/** The client, queues and clock of an {@link Agent}. */
export interface AgentOptions {
  /** The connection to the agent; {@link Agent.start} opens it. */
  readonly client: AgentClient;
  readonly settings: Settings;
  readonly log: Log;
  readonly secrets?: Secrets;
  /** History in which commands and errors are recorded. Default: an empty history. */
  readonly history?: History;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/**
 * Connects a client to the event queues and the task registry. The connection to the agent opens only when `start` is
 * called.
 */
export function createAgent(options: AgentOptions) {
  const { client, settings, log, now, secrets = createSecrets() } = options;
  const { history = createHistory({ now, mask: secrets.mask }) } = options;
  const listeners = new Set<EventListener>();
  const dialect = () => dialectOf(client.state, settings);
  const tasks = createTaskRegistry({ dialect });
  const buffer = createEventBuffer({
    dialect,
    maxEvents: settings.maxEvents,
    maxBytes: settings.maxBufferBytes,
    onBuffered: (event, queue) => {
      tasks.observe(event);
      for (const listener of listeners) listener(event, queue);
    },
  });
  let lastError: string | undefined;
  let wasReady = false;
  client.onEvent((event, at) => buffer.push(withoutSecrets(event), at));
  client.onState((state) => {
    const isReady = state.status === 'ready';
    lastError = lastErrorOf(state, lastError);
    if (state.status === 'backoff') history.noteConnectionError(state.lastError);
    if (state.status === 'ready' && !wasReady) buffer.pushSynthetic(connectedNews(state), now());
    if (!isReady && wasReady)
      buffer.pushSynthetic({ status: 'disconnected', ...defined({ reason: lastError }) }, now());
    // The dialect may not be identified until later; identifying it does not count as a new connection.
    if (!isReady || !wasReady) logState(state, log, wasReady);
    wasReady = isReady;
  });
  return {
    client,
    buffer,
    tasks,
    secrets,
    /** Commands sent, their replies, and any errors. */
    history,
    /**
     * The dialect of the connected agent or, while disconnected, of the last one; undefined before the first
     * connection, unless the settings specify a dialect.
     */
    get dialect() {
      const isKnown = settings.dialect !== 'detect' || client.counters.connections > 0;
      return isKnown ? client.dialect : undefined;
    },
    /** Error from the last connection attempt, or the reason the connection ended; undefined while connected. */
    get lastError() {
      return lastError;
    },
    /** Adds a listener for events; returns a function that removes it. */
    onEvent: (listener: EventListener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** Starts connecting, and keeps retrying. */
    start: () => {
      // The client retries automatically; its state contains the error.
      client.connect().catch(() => undefined);
    },
    close: () => client.close(),
  };
}

// Assumes the fork dialect while the dialect is unknown: pieces of a message are joined only if joining is known to be
// lossless, which it is not for fork.
function dialectOf(state: ClientState, { dialect }: Settings): Dialect {
  if (dialect !== 'detect') return dialect;
  return state.status === 'ready' ? state.dialect : 'fork';
}

/**
 * Masks secrets in an event, because some agents return their whole configuration in reply to an unrelated command.
 * Messages are part of the conversation and stay unchanged.
 */
function withoutSecrets(event: AgentEvent): AgentEvent {
  return event.eventName === 'message' && event.known ? event : redactEvent(event);
}

function lastErrorOf(state: ClientState, before: string | undefined): string | undefined {
  if (state.status === 'ready') return undefined;
  return state.status === 'backoff' ? state.lastError.message : before;
}

function connectedNews(state: Extract<ClientState, { status: 'ready' }>) {
  const { clientId, serverVersion } = state;
  return { status: 'connected' as const, clientId, ...defined({ serverVersion }) };
}

function logState(state: ClientState, log: Log, wasReady: boolean): void {
  if (state.status === 'ready') {
    const { dialect, pid, serverVersion } = state;
    log.info(
      `Connected to an agent that uses the dialect ${dialect}${pid === undefined ? '' : `, process ${pid}`}${serverVersion === undefined ? '' : `, version ${serverVersion}`}`,
    );
  } else if (state.status === 'backoff') {
    // Logs one line for each disconnection and one for the first failed attempt; later attempts are logged at debug
    // level.
    const line = `Not connected: ${state.lastError.message}`;
    if (wasReady || state.attempt <= 2) log.warning(line);
    else log.debug(line);
  }
}
