import type { JsonObject } from '@modegate/json';

/**
 * The state of the connection to one server. From `disabled` and `disconnected` the way to `connected` always leads through
 * `connecting`; every state can become `disabled` or `disconnected`.
 */
export type ConnectionState =
  | {
      /** Switched off, or an entry that cannot be started; nothing is tried until the entry changes. */
      readonly status: 'disabled';
      readonly reason: string;
    }
  | {
      readonly status: 'connecting';
      /** Epoch milliseconds. */
      readonly since: number;
      /** Attempts in a row, this one included. */
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
      /** Failed attempts in a row; 0 when no client uses the server. */
      readonly attempts: number;
      /** Epoch milliseconds; undefined when no new attempt is planned. */
      readonly retryAt: number | undefined;
    };

/** Describes the state of a connection in a few words, for a message. */
export function describeState(state: ConnectionState, now: number): string {
  switch (state.status) {
    case 'disabled':
      return `is disabled: ${state.reason}`;
    case 'connecting':
      return `is still connecting (try ${state.attempt}, since ${seconds(now - state.since)}).`;
    case 'connected':
      return 'is connected';
    case 'disconnected':
      return `is not connected: ${state.reason}${state.retryAt === undefined ? '' : ` The next attempt is in ${seconds(state.retryAt - now)}.`}`;
  }
}

function seconds(durationMs: number): string {
  return `${Math.max(0, Math.ceil(durationMs / 1_000))} s`;
}
