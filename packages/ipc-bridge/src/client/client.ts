import { createListeners } from '@modegate/timing';
import { buildCommand, commands } from '../commands/commands.ts';
import type { Dialect } from '../dialect.ts';
import { encodeFrame } from '../frames/frame-encoder.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { CommandName } from '../messages/command-name.ts';
import { createAgentConnection } from './agent-connection.ts';
import type { ClientCounters } from './client-counters.ts';
import { agentStuck, clientClosed, commandLost, notConnected } from './client-errors.ts';
import { type ClientLifecycle, createLifecycle } from './client-lifecycle.ts';
import { type AgentClientOptions, type ClientSettings, clientSettings } from './client-options.ts';
import type { ClientState, ReadyState } from './client-state.ts';
import type { CommandReply, SendOptions } from './command-reply.ts';
import { type ConnectOptions, createConnectWaits } from './connect-waits.ts';
import { detectDialect, dialectOfEvent } from './detect-dialect.ts';
import { createPendingCommands, type PendingCommands } from './pending-commands.ts';

/** A connection to an agent; it reconnects automatically. */
export interface AgentClient {
  readonly state: ClientState;
  /**
   * The dialect of the agent that is connected or was last connected; with `detect`, `official` before the first
   * connection.
   */
  readonly dialect: Dialect;
  readonly counters: ClientCounters;
  /**
   * Connects, and reconnects whenever necessary until {@link AgentClient.close} is called; resolves once an agent has
   * introduced itself. `signal` ends only the wait, as does `maxAttempts` (failed attempts since this call; default: no
   * limit).
   * @throws {IpcError} CONNECT_FAILED, ACK_TIMEOUT or DISCONNECTED from the last attempt before the wait ended (the
   * reason of `signal` if no attempt had failed); CLOSED.
   */
  connect(options?: ConnectOptions): Promise<ReadyState>;
  /**
   * Sends a command and resolves with the confirmation of its effect. Commands are neither queued nor repeated.
   * `timeoutMs` overrides the command's own time limit; if `signal` is aborted, its reason is thrown.
   * @throws {IpcError} NOT_CONNECTED, COMMAND_UNSUPPORTED, COMMAND_INVALID, FRAME_TOO_LARGE (nothing was sent);
   * COMMAND_FAILED (reported by the agent); COMMAND_TIMEOUT, DISCONNECTED (the command may have been carried out);
   * CLOSED.
   */
  send(name: CommandName, data?: unknown, options?: SendOptions): Promise<CommandReply>;
  /**
   * Adds a listener for events that are not replies to commands; the listener receives them in order. Returns a
   * function that removes the listener.
   */
  onEvent(listener: (event: AgentEvent, at: number) => void): () => void;
  /** Adds a listener for state changes; returns a function that removes it. */
  onState(listener: (state: ClientState) => void): () => void;
  /** Ends the connection and all waits; resolves when the connection is closed. */
  close(): Promise<void>;
}

/** Creates a client; it connects when {@link AgentClient.connect} is called. */
export function createAgentClient(options: AgentClientOptions): AgentClient {
  const settings = clientSettings(options);
  const { counters, clock } = settings;
  const onListenerFailed = (error: unknown): void => {
    counters.listenerErrors += 1;
    settings.report({ kind: 'listenerFailed', error });
  };
  const eventListeners = createListeners<[AgentEvent, number]>(onListenerFailed);
  const stateListeners = createListeners<[ClientState]>(onListenerFailed);
  const pending = createPendingCommands(settings);
  const waits = createConnectWaits();
  let dialect: Dialect = settings.dialect === 'detect' ? 'official' : settings.dialect;

  const onEvent = (event: AgentEvent): void => {
    const shown = settings.dialect === 'detect' ? dialectOfEvent(event) : undefined;
    if (shown !== undefined && shown !== dialect) lifecycle.changeDialect(shown);
    if (!pending.observe(event)) eventListeners.emit(event, clock());
  };
  const lifecycle = createLifecycle(settings, {
    connect: (channel, receiver) => createAgentConnection(channel, settings, { ...receiver, onEvent }),
    detect: (ack, connection) => detectDialect(ack, { settings, connection, pending }),
    onState: (state) => {
      if (state.status === 'ready') {
        dialect = state.dialect;
        waits.ready(state);
      }
      stateListeners.emit(state);
    },
    onConnectionEnd: (reason) => pending.end((command) => (isClosed() ? clientClosed() : commandLost(command, reason))),
    onFailure: waits.attemptFailed,
  });
  const isClosed = (): boolean => lifecycle.state.status === 'closed';

  return {
    get state() {
      return lifecycle.state;
    },
    get dialect() {
      return dialect;
    },
    get counters() {
      return { ...counters };
    },
    connect: async (wait = {}) => {
      if (isClosed()) throw clientClosed();
      if (lifecycle.state.status === 'ready') return lifecycle.state;
      const ready = waits.add(wait);
      lifecycle.start();
      return ready;
    },
    send: (name, data, wait = {}) => sendCommand({ name, data, wait }, { settings, lifecycle, pending }),
    onEvent: eventListeners.add,
    onState: stateListeners.add,
    close: async () => {
      const gone = lifecycle.close();
      waits.end(clientClosed());
      await gone;
    },
  };
}

interface Sender {
  readonly settings: ClientSettings;
  readonly lifecycle: ClientLifecycle;
  readonly pending: PendingCommands;
}

interface SentCommand {
  readonly name: CommandName;
  readonly data: unknown;
  readonly wait: SendOptions;
}

/** Sends a command over a connection that is ready, and waits for the reply. */
async function sendCommand(command: SentCommand, { settings, lifecycle, pending }: Sender): Promise<CommandReply> {
  const { name, data, wait } = command;
  const { state, connection } = lifecycle;
  wait.signal?.throwIfAborted();
  if (state.status === 'closed') throw clientClosed();
  if (state.status !== 'ready' || connection === undefined) throw notConnected(state);

  const { clientId, dialect } = state;
  const requestId = settings.createRequestId();
  const frame = encodeFrame(buildCommand({ name, data, requestId, clientId }, dialect), settings.limits);
  const reply = commands[name].reply(dialect);
  const { timeoutMs = commands[name].defaultTimeoutMs(dialect), signal } = wait;
  const underWay = pending.join(reply, { timeoutMs, signal });
  if (underWay !== undefined) return underWay;
  if (connection.bufferedBytes + frame.length > settings.limits.maxBufferedBytes) {
    const error = agentStuck(connection.bufferedBytes);
    connection.giveUp(error);
    throw error;
  }

  const answer = pending.add({ name, data, requestId, reply }, { timeoutMs, signal });
  settings.counters.commandsSent += 1;
  connection.write(frame).then(
    () => pending.written(requestId),
    // The connection is about to end, which also ends all waits.
    () => {},
  );
  return answer;
}
