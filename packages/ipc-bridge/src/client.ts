import type { AgentEvent } from './agent-event.ts';
import type { ClientCounters } from './client-counters.ts';
import type { AgentClientOptions } from './client-options.ts';
import type { ClientState, ReadyState } from './client-state.ts';
import type { CommandName } from './command-name.ts';
import type { Dialect } from './dialect.ts';
import type { CommandEffect } from './reply-kind.ts';

/** How a command ended well. */
export type CommandReply =
  /**
   * The agent answered, or an event showed the effect; `via` says which. `payload` is the answer without its envelope:
   * the payload of a `commandResponse`, the one element of a `taskStartResponse` or of a query's event, or a
   * {@link CommandEffect}; undefined when the end of the connection was the effect.
   */
  | { readonly outcome: 'confirmed'; readonly payload: unknown; readonly via: ReplyRoute }
  /**
   * The command was written, and this dialect does not confirm it (or nothing did in time); `candidate` is what may
   * well be its effect.
   */
  | { readonly outcome: 'sent'; readonly candidate?: CommandEffect };

/** What confirmed a command: an answer with its request id, the next event of a type, an event that shows its effect, or the end of the connection. */
export type ReplyRoute = 'commandResponse' | 'taskStartResponse' | 'queryEvent' | 'effect' | 'disconnect';

/** A connection to an agent that comes back by itself. */
export interface AgentClient {
  readonly state: ClientState;
  /** The dialect of the connected agent, or of the last one; `official` before the first under `detect`. */
  readonly dialect: Dialect;
  readonly counters: ClientCounters;
  /**
   * Connects, and keeps reconnecting until {@link AgentClient.close}; resolves once an agent introduced itself.
   * `signal` ends the wait only, as does `maxAttempts` (attempts that failed since this call; default: no limit).
   * @throws {IpcError} CONNECT_FAILED or ACK_TIMEOUT of the last attempt when the wait ended; CLOSED.
   */
  connect(options?: { readonly signal?: AbortSignal; readonly maxAttempts?: number }): Promise<ReadyState>;
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

/** How a command is waited for. */
export interface SendOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}
