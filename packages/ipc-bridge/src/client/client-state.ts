import type { Dialect } from '../dialect.ts';
import type { IpcError } from '../ipc-error.ts';

/** The state of a client. Commands are accepted only in `ready`; times are epoch milliseconds. */
export type ClientState =
  /** `connect` has not been called. */
  | { readonly status: 'idle' }
  /** A connection is being opened; `attempt` counts attempts from 1 since the last stable connection. */
  | { readonly status: 'connecting'; readonly attempt: number }
  /** The connection is open, but the agent has not introduced itself yet. */
  | { readonly status: 'awaitingAck' }
  | ReadyState
  /** The last attempt failed, or the connection ended; the next attempt is at `retryAt`. */
  | {
      readonly status: 'backoff';
      readonly retryAt: number;
      readonly attempt: number;
      readonly lastError: IpcError;
    }
  /** The client has been permanently closed by its owner. */
  | { readonly status: 'closed'; readonly reason: string };

/**
 * State after the agent's introduction: `clientId` is the agent's name for this connection, and `pid` is the id of the
 * agent's process.
 */
export interface ReadyState {
  readonly status: 'ready';
  readonly clientId: string;
  readonly pid?: number;
  readonly ppid?: number;
  readonly serverVersion?: string;
  readonly dialect: Dialect;
  readonly since: number;
}
