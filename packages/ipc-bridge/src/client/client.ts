import type { Dialect } from '../dialect.ts';
import { createListeners } from '../listeners.ts';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { CommandName } from '../messages/command-name.ts';
import type { ClientCounters } from './client-counters.ts';
import { clientClosed, commandLost } from './client-errors.ts';
import { createLifecycle } from './client-lifecycle.ts';
import type { AgentClientOptions } from './client-options.ts';
import { clientSettings } from './client-settings.ts';
import type { ClientState, ReadyState } from './client-state.ts';
import type { CommandReply, SendOptions } from './command-reply.ts';
import { type ConnectOptions, createConnectWaits } from './connect-waits.ts';
import { detectDialect, dialectOfEvent } from './detect-dialect.ts';
import { createPendingCommands } from './pending-commands.ts';
import { sendCommand } from './send-command.ts';

/** A connection to an agent that comes back by itself. */
export interface AgentClient {
  readonly state: ClientState;
  /** The dialect of the connected agent, or of the last one; `official` before the first under `detect`. */
  readonly dialect: Dialect;
  readonly counters: ClientCounters;
  /**
   * Connects, and keeps reconnecting until {@link AgentClient.close}; resolves once an agent introduced itself.
   * `signal` ends the wait only, as does `maxAttempts` (attempts that failed since this call; default: no limit).
   * @throws {IpcError} CONNECT_FAILED, ACK_TIMEOUT or DISCONNECTED of the last attempt when the wait ended (the reason
   * of `signal` when none had failed); CLOSED.
   */
  connect(options?: ConnectOptions): Promise<ReadyState>;
  /**
   * Sends a command and resolves with how its answer came. Nothing is queued and nothing is repeated.
   * `timeoutMs` replaces the command's own; the reason of `signal` is thrown when it is aborted.
   * @throws {IpcError} NOT_CONNECTED, COMMAND_UNSUPPORTED, COMMAND_INVALID, FRAME_TOO_LARGE (nothing was sent);
   * COMMAND_FAILED (the agent said so); COMMAND_TIMEOUT, DISCONNECTED (it may have been carried out); CLOSED.
   */
  send(name: CommandName, data?: unknown, options?: SendOptions): Promise<CommandReply>;
  /** Calls back with every event that is not the answer to a command, in order; returns what ends it. */
  onEvent(listener: (event: AgentEvent, at: number) => void): () => void;
  /** Calls back on every change of the state; returns what ends it. */
  onState(listener: (state: ClientState) => void): () => void;
  /** Ends the connection and every wait; resolves when the connection is gone. */
  close(): Promise<void>;
}

/** Creates a client; nothing connects before {@link AgentClient.connect}. */
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

  const lifecycle = createLifecycle(settings, {
    onState: (state) => {
      if (state.status === 'ready') {
        dialect = state.dialect;
        waits.ready(state);
      }
      stateListeners.tell(state);
    },
    onEvent: (event) => {
      const shown = settings.dialect === 'detect' ? dialectOfEvent(event) : undefined;
      if (shown !== undefined && shown !== dialect) lifecycle.changeDialect(shown);
      if (!pending.observe(event)) eventListeners.tell(event, clock());
    },
    onLinkEnd: (error) => pending.end((command) => (isClosed() ? clientClosed() : commandLost(command, error))),
    onFailure: waits.attemptFailed,
    detect: (ack, link) => detectDialect(ack, { settings, link, pending }),
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
