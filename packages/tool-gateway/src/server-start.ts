import type { Connections } from '@modegate/mcp-host/connections';

/** The start of the servers, which the first client begins. Both are undefined when nothing is being waited for. */
export interface ServerStart {
  /** Resolves when the servers have had their first outcome, or after a time: a slow server does not delay the first list. */
  readonly done: Promise<void> | undefined;
  /** The same for the call of a tool that is not known yet, after three seconds or as long as for a list. */
  readonly settled: Promise<void> | undefined;
  begin(): void;
}

// Some agents do not wait for a list at all; what comes later is announced.
const LIST_WAIT_MS = 500;
const CALL_WAIT_MS = 3_000;

/** Waits for nothing before it is begun. */
export function createServerStart(connections: Connections, listWaitMs: number = LIST_WAIT_MS): ServerStart {
  let done: Promise<void> | undefined;
  let settled: Promise<void> | undefined;
  return {
    get done() {
      return done;
    },
    get settled() {
      return settled;
    },
    begin: () => {
      // They may be stopped and started again before this has ended.
      const listing = connections.settled(listWaitMs).then(() => {
        if (done === listing) done = undefined;
      });
      const calling = connections.settled(Math.max(CALL_WAIT_MS, listWaitMs)).then(() => {
        if (settled === calling) settled = undefined;
      });
      done = listing;
      settled = calling;
    },
  };
}
