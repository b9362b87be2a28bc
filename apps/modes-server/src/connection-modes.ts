/** The mode that a connection works in, and the session it got it from. */
export interface ConnectionMode {
  readonly mode: string;
  readonly sessionId: string;
}

/** Which mode each connection works in: that of the task which it opened or switched last, or the one the server was started with. */
export interface ConnectionModes {
  /** Undefined while the connection has no mode. */
  modeOf(connectionId: string): string | undefined;
  /** The session that the mode came from; undefined when it is the one the server was started with. */
  sessionOf(connectionId: string): string | undefined;
  /** The connection goes on in a session's mode. */
  enter(connectionId: string, to: ConnectionMode): void;
  /** A session's mode has changed, for every connection that works in it. */
  switched(sessionId: string, mode: string): void;
  /** A session has ended; those who worked in it go on in its parent's mode, or in the one the server was started with. */
  ended(sessionId: string, parent: ConnectionMode | undefined): void;
  forget(connectionId: string): void;
}

/** Keeps the modes of connections; tells `onChange` which of them have another mode now. */
export function createConnectionModes(options: {
  /** The mode at the start; undefined for none. */
  readonly initial: string | undefined;
  readonly onChange: (connectionId: string) => void;
}): ConnectionModes {
  const current = new Map<string, ConnectionMode>();
  const modeOf = (connectionId: string): string | undefined => current.get(connectionId)?.mode ?? options.initial;
  const set = (connectionId: string, to: ConnectionMode | undefined): void => {
    const before = modeOf(connectionId);
    if (to === undefined) current.delete(connectionId);
    else current.set(connectionId, to);
    if (modeOf(connectionId) !== before) options.onChange(connectionId);
  };
  const setAll = (sessionId: string, to: ConnectionMode | undefined): void => {
    for (const [connectionId, known] of [...current]) {
      if (known.sessionId === sessionId) set(connectionId, to);
    }
  };
  return {
    modeOf,
    sessionOf: (connectionId) => current.get(connectionId)?.sessionId,
    enter: set,
    switched: (sessionId, mode) => setAll(sessionId, { sessionId, mode }),
    ended: setAll,
    forget: (connectionId) => {
      current.delete(connectionId);
    },
  };
}
