import type { TaskContext } from '@modegate/mode-core';

/** Mode and task of a session at one point in time. */
export interface WorkingMode {
  readonly sessionId: string;
  readonly mode: string;
  /** Increases with every change to the session, so that older data cannot overwrite newer data. */
  readonly version: number;
  /** Input for conditions; undefined if no mode has a condition that concerns tasks. */
  readonly task?: TaskContext | undefined;
}

type SessionConsent = Pick<WorkingMode, 'sessionId' | 'mode'>;

/**
 * Modes of connections. A connection's mode is that of the task that it most recently opened or switched, or the mode
 * with which the server was started.
 */
export type ConnectionModes = ReturnType<typeof createConnectionModes>;

/** Options for {@link createConnectionModes}. */
export interface ConnectionModesOptions {
  /** Initial mode of a connection; undefined for none. */
  readonly initial: (connectionId: string) => string | undefined;
  /** True if a change of mode requires the user's consent. */
  readonly needsConsent: boolean;
  readonly onChange: (connectionId: string) => void;
}

/** Tracks the modes of connections; calls `onChange` for each connection whose mode has changed. */
// oxlint-disable-next-line max-lines-per-function -- all operations share the sessions of each connection
export function createConnectionModes({ initial, needsConsent, onChange }: ConnectionModesOptions) {
  const current = new Map<string, WorkingMode>();
  const last = new Map<string, string>();
  const opened = createSessionRegistry();
  const agreed = createSessionRegistry();
  const known = createSessionRegistry();
  const open = (connectionId: string, sessionId: string): void => {
    opened.add(connectionId, sessionId);
    known.add(connectionId, sessionId);
  };
  const modeOf = (connectionId: string): string | undefined => current.get(connectionId)?.mode ?? initial(connectionId);
  const taskOf = (connectionId: string): TaskContext | undefined => current.get(connectionId)?.task;
  const set = (connectionId: string, to: WorkingMode | undefined): void => {
    const before = modeOf(connectionId);
    const taskBefore = taskOf(connectionId);
    if (to === undefined) current.delete(connectionId);
    else current.set(connectionId, newer(current.get(connectionId), to));
    const now = modeOf(connectionId);
    if (now !== undefined) last.set(connectionId, now);
    if (now !== before) agreed.deleteConnection(connectionId);
    if (now !== before || !isSameTask(taskOf(connectionId), taskBefore)) onChange(connectionId);
  };
  const forEachIn = (sessionId: string, take: (connectionId: string, known: WorkingMode) => void): void => {
    for (const [connectionId, known] of current) if (known.sessionId === sessionId) take(connectionId, known);
  };
  return {
    /** Returns the mode of a connection; undefined if it currently has none. */
    modeOf,
    /**
     * Returns the task of the session that provides the mode; undefined if there is no session, or if no mode has a
     * condition that concerns tasks.
     */
    taskOf,
    /** Returns the connection's current or last mode; undefined if it has never had one. */
    lastModeOf: (connectionId: string): string | undefined => modeOf(connectionId) ?? last.get(connectionId),
    /** Returns the session that provides the mode; undefined if the server was started with the mode. */
    sessionOf: (connectionId: string): string | undefined => current.get(connectionId)?.sessionId,
    /** All sessions in which connections are working. */
    get sessions() {
      return [...new Set([...current.values()].map(({ sessionId }) => sessionId))];
    },
    /** Known versions of all sessions in which connections are working. */
    get versions() {
      return new Map([...current.values()].map(({ sessionId, version }) => [sessionId, version]));
    },
    /** Moves the connection to a session's mode. */
    enter: (connectionId: string, to: WorkingMode): void => {
      open(connectionId, to.sessionId);
      set(connectionId, to);
    },
    /** Updates every connection working in a session after the session's mode has changed. */
    switched: (session: WorkingMode): void => {
      forEachIn(session.sessionId, (connectionId, known) => {
        if (!isSame(known, session)) set(connectionId, session);
      });
    },
    /**
     * Moves the connections of an ended session to its parent's mode, or to the mode with which the server was started.
     * If modes require consent, moves a connection only to a parent that it opened itself.
     */
    ended: (sessionId: string, parent: WorkingMode | undefined): void => {
      forEachIn(sessionId, (connectionId) => {
        const goesOn = parent !== undefined && (!needsConsent || opened.has(connectionId, parent.sessionId));
        set(connectionId, goesOn ? parent : undefined);
      });
      opened.deleteSession(sessionId);
      agreed.deleteSession(sessionId);
    },
    /**
     * Records consent to the current mode of a session, which remains valid until the connection changes to another mode.
     */
    agree: (connectionId: string, { sessionId, mode }: SessionConsent): void => {
      open(connectionId, sessionId);
      agreed.add(connectionId, sessionId, mode);
    },
    /** True if consent to this session in this mode is still valid. */
    hasAgreed: (connectionId: string, { sessionId, mode }: SessionConsent): boolean =>
      agreed.modeOf(connectionId, sessionId) === mode,
    /** True if the connection has ever opened the session, even if the session's task has since ended. */
    hasKnown: known.has,
    forget: (connectionId: string): void => {
      current.delete(connectionId);
      last.delete(connectionId);
      opened.deleteConnection(connectionId);
      agreed.deleteConnection(connectionId);
      known.deleteConnection(connectionId);
    },
  };
}

function isSameTask(one: TaskContext | undefined, other: TaskContext | undefined): boolean {
  return one?.state === other?.state && one?.depth === other?.depth && one?.parentMode === other?.parentMode;
}

// Every call in a session reports the session's mode again.
function isSame(known: WorkingMode, to: WorkingMode): boolean {
  return known.version === to.version && known.mode === to.mode && isSameTask(known.task, to.task);
}

function newer(known: WorkingMode | undefined, to: WorkingMode): WorkingMode {
  return known?.sessionId === to.sessionId && known.version > to.version ? known : to;
}

// Equals the default maximum number of open tasks; once a task has been dropped from memory, the user is asked again.
const MAX_OPENED = 1_000;

function createSessionRegistry() {
  const all = new Map<string, Map<string, string | undefined>>();
  return {
    add: (connectionId: string, sessionId: string, mode?: string): void => {
      const own = all.get(connectionId) ?? new Map<string, string | undefined>();
      all.set(connectionId, own.set(sessionId, mode));
      const [oldest] = own.keys();
      if (own.size > MAX_OPENED && oldest !== undefined) own.delete(oldest);
    },
    has: (connectionId: string, sessionId: string): boolean => all.get(connectionId)?.has(sessionId) === true,
    modeOf: (connectionId: string, sessionId: string): string | undefined => all.get(connectionId)?.get(sessionId),
    deleteSession: (sessionId: string): void => {
      for (const own of all.values()) own.delete(sessionId);
    },
    deleteConnection: (connectionId: string): void => void all.delete(connectionId),
  };
}
