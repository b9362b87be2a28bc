import type { JsonObject } from '@modegate/json';

/**
 * State of the connection to a server. `connected` is only reached through `connecting`; every state can become
 * `disabled` or `disconnected`.
 */
export type ConnectionState =
  | {
      /** Disabled, or not startable; nothing is attempted until the entry changes. */
      readonly status: 'disabled';
      readonly reason: string;
    }
  | {
      readonly status: 'connecting';
      /** Epoch milliseconds. */
      readonly since: number;
      /** Consecutive attempts, including this one. */
      readonly attempt: number;
    }
  | {
      readonly status: 'connected';
      /** Epoch milliseconds. */
      readonly since: number;
      readonly serverInfo: JsonObject;
      readonly capabilities: JsonObject;
      readonly instructions: string | undefined;
      readonly protocolVersion: string;
      readonly pid?: number;
    }
  | {
      readonly status: 'disconnected';
      /** Epoch milliseconds. */
      readonly since: number;
      readonly reason: string;
      /** Consecutive failed attempts; 0 if no client uses the server. */
      readonly attempts: number;
      /** Epoch milliseconds; undefined if no attempt is planned. */
      readonly retryAt: number | undefined;
    };

/** Describes the state of a connection briefly, for a message. */
export function describeState(state: ConnectionState, now: number): string {
  switch (state.status) {
    case 'disabled':
      return `is disabled: ${state.reason}`;
    case 'connecting':
      return `is still connecting (attempt ${state.attempt}, for ${seconds(now - state.since)} so far).`;
    case 'connected':
      return 'is connected';
    case 'disconnected':
      return `is not connected: ${state.reason}${state.retryAt === undefined ? '' : ` The next attempt is in ${seconds(state.retryAt - now)}.`}`;
  }
}

function seconds(durationMs: number): string {
  return `${Math.max(0, Math.ceil(durationMs / 1_000))} s`;
}
