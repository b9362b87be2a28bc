/** The most requests of all clients that one server may leave unanswered before more are refused. */
export const MAX_UNANSWERED = 512;

/** How many requests of clients each server has not answered yet. */
export interface ServerPlaces {
  /** Takes a place and returns how to give it back; undefined when the server leaves too many requests unanswered. */
  enter(server: string): (() => void) | undefined;
}

/** Counts from zero, each server for itself, so that one that hangs takes nothing from the others. */
export function createServerPlaces(): ServerPlaces {
  const taken = new Map<string, number>();
  return {
    enter: (server) => {
      const count = taken.get(server) ?? 0;
      if (count >= MAX_UNANSWERED) return undefined;
      taken.set(server, count + 1);
      return () => {
        const left = (taken.get(server) ?? 1) - 1;
        if (left === 0) taken.delete(server);
        else taken.set(server, left);
      };
    },
  };
}
