import type { JsonObject } from '@modegate/json';

/**
 * State of the connection to a server. `connected` is reached only through `connecting`; every state can become
 * `disabled` or `disconnected`.
 */
export type ConnectionState =
  | {
      /** Disabled or not startable; nothing is attempted until the entry changes. */
      readonly status: 'disabled';
      readonly reason: string;
    }
  | {
      readonly status: 'connecting';
      /** Time at which this state began, in epoch milliseconds. */
      readonly since: number;
      /** Number of consecutive attempts, including this one. */
      readonly attempt: number;
    }
  | {
      readonly status: 'connected';
      /** Time at which this state began, in epoch milliseconds. */
      readonly since: number;
      readonly serverInfo: JsonObject;
      readonly capabilities: JsonObject;
      readonly instructions: string | undefined;
      readonly protocolVersion: string;
      readonly pid?: number;
    }
  | {
      readonly status: 'disconnected';
      /** Time at which this state began, in epoch milliseconds. */
      readonly since: number;
      readonly reason: string;
      /** Number of consecutive failed attempts; 0 if no client uses the server. */
      readonly attempts: number;
      /** Time of the next attempt, in epoch milliseconds; undefined if none is planned. */
      readonly retryAt: number | undefined;
    };

/** Describes the state of a connection briefly, for use in a message. */
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
