import type { Connections } from '@modegate/mcp-host/connections';

/**
 * The startup of the servers, triggered by the first client. Both promises are undefined if there is nothing to wait
 * for.
 */
export type ServerStart = ReturnType<typeof createServerStart>;

// Some agents do not wait for a list; tools that arrive later are announced.
const LIST_WAIT_MS = 500;
const CALL_WAIT_MS = 3_000;

/** Creates the startup; until the startup begins, there is nothing to wait for. */
export function createServerStart(connections: Connections, listWaitMs: number = LIST_WAIT_MS) {
  let done: Promise<void> | undefined;
  let settled: Promise<void> | undefined;
  return {
    /**
     * Resolves when every server has connected or failed, or after a timeout, so that a slow server does not delay the
     * first list.
     */
    get done() {
      return done;
    },
    /**
     * Like `done`, but for a call to an unknown tool: waits for three seconds, or as long as a list waits if that is
     * longer.
     */
    get settled() {
      return settled;
    },
    begin: (): void => {
      // The servers may be stopped and restarted before this wait ends.
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
