import type { IpcError } from '../ipc-error.ts';
import type { ReadyState } from './client-state.ts';

/** Options for `connect`. */
export interface ConnectOptions {
  /** Ends the wait; the client continues trying to connect. */
  readonly signal?: AbortSignal;
  /** Ends the wait after this number of failed attempts since the call. Default: no limit. */
  readonly maxAttempts?: number;
}

interface Wait {
  readonly maxAttempts: number;
  attempts: number;
  lastError: IpcError | undefined;
  readonly succeed: (state: ReadyState) => void;
  readonly fail: (error: unknown) => void;
}

/** Creates an empty list of waiting `connect` calls. */
export function createConnectWaits() {
  const waits = new Set<Wait>();
  const each = (act: (wait: Wait) => void): void => {
    for (const wait of waits) act(wait);
  };
  return {
    add: ({ signal, maxAttempts = Number.POSITIVE_INFINITY }: ConnectOptions) =>
      new Promise<ReadyState>((resolve, reject) => {
        const leave = (): void => {
          waits.delete(wait);
          signal?.removeEventListener('abort', onAbort);
        };
        const wait: Wait = {
          maxAttempts,
          attempts: 0,
          lastError: undefined,
          succeed: (state) => {
            leave();
            resolve(state);
          },
          fail: (error) => {
            leave();
            reject(error);
          },
        };
        // The last connection error is more helpful than the abort reason.
        const onAbort = (): void => wait.fail(wait.lastError ?? signal?.reason);
        waits.add(wait);
        signal?.addEventListener('abort', onAbort);
        if (signal?.aborted) onAbort();
      }),
    ready: (state: ReadyState) => each((wait) => wait.succeed(state)),
    /** Ends the waits for which no attempts remain; called when an attempt has failed. */
    attemptFailed: (error: IpcError) =>
      each((wait) => {
        wait.attempts += 1;
        wait.lastError = error;
        if (wait.attempts >= wait.maxAttempts) wait.fail(error);
      }),
    /** Ends all waits. */
    end: (error: IpcError) => each((wait) => wait.fail(error)),
  };
}
