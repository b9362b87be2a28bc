import type { Connections } from '@modegate/mcp-host/connections';

/** The start of the servers, which the first client begins. */
export interface Start {
  /**
   * Resolves when the servers have had their first outcome, or after three seconds: what is listed before is not yet whole, and
   * many clients list once. Undefined when nothing is being waited for.
   */
  readonly done: Promise<void> | undefined;
  begin(): void;
}

// Long enough for most servers, and short enough for a client that waits for its list.
const START_WAIT_MS = 3_000;

/** Waits for nothing before it is begun. */
export function createStart(connections: Connections): Start {
  let done: Promise<void> | undefined;
  return {
    get done() {
      return done;
    },
    begin: () => {
      const begun = connections.settled(START_WAIT_MS).then(() => {
        // They may have been stopped and started again since.
        if (done === begun) done = undefined;
      });
      done = begun;
    },
  };
}
