import type { TaskContext } from '@modegate/mode-core';

/** The state of a session's task at one moment. */
export interface WorkingMode {
  readonly sessionId: string;
  readonly mode: string;
  /** Increases with every change of the session, so that earlier reads cannot undo later changes. */
  readonly version: number;
  /** Facts about the task that conditions may query; undefined if no mode queries them. */
  readonly task?: TaskContext | undefined;
}

/**
 * Tracks the mode of each connection: that of the task it last opened or switched, or the one with which the server was
 * started.
 */
export interface ConnectionModes {
  /** Returns the mode of a connection; undefined while it has none. */
  modeOf(connectionId: string): string | undefined;
  /** Returns the task of the session that set the mode; undefined without a session, or if no mode queries it. */
  taskOf(connectionId: string): TaskContext | undefined;
  /** Returns the mode that the connection has, or had last; undefined if it never had one. */
  lastModeOf(connectionId: string): string | undefined;
  /** Returns the session that set the mode; undefined if the mode is the one with which the server was started. */
  sessionOf(connectionId: string): string | undefined;
  /** All sessions with at least one connection. */
  readonly sessions: readonly string[];
  /** The same sessions, with the known version of each. */
  readonly versions: ReadonlyMap<string, number>;
  /** Makes the connection continue in a session's mode. */
  enter(connectionId: string, to: WorkingMode): void;
  /** Applies a changed mode of a session to every connection that works in it. */
  switched(session: WorkingMode): void;
  /**
   * Applies the end of a session: its connections continue in its parent's mode, or in the one with which the server
   * was started. If modes need consent, a connection does not continue in a parent that it did not open itself.
   */
  ended(sessionId: string, parent: WorkingMode | undefined): void;
  /**
   * Records that the user agrees that the connection acts in the current mode of a session; valid until the connection
   * takes another mode.
   */
  agree(connectionId: string, session: Pick<WorkingMode, 'sessionId' | 'mode'>): void;
  /** True if {@link agree} was called for this session in this mode, and is still valid. */
  hasAgreed(connectionId: string, session: Pick<WorkingMode, 'sessionId' | 'mode'>): boolean;
  /** True if the connection has ever opened the session, even if its task has ended since. */
  hasKnown(connectionId: string, sessionId: string): boolean;
  forget(connectionId: string): void;
}

/** Options of {@link createConnectionModes}. */
export interface ConnectionModesOptions {
  /** Returns the mode of a connection at the start; undefined for none. */
  readonly initial: (connectionId: string) => string | undefined;
  /** True if a mode requires the user's consent. */
  readonly needsConsent: boolean;
  readonly onChange: (connectionId: string) => void;
}

/** Tracks the modes of connections; reports to `onChange` the connections whose mode has changed. */
export function createConnectionModes({ initial, needsConsent, onChange }: ConnectionModesOptions): ConnectionModes {
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
    modeOf,
    taskOf,
    lastModeOf: (connectionId) => modeOf(connectionId) ?? last.get(connectionId),
    sessionOf: (connectionId) => current.get(connectionId)?.sessionId,
    get sessions() {
      return [...new Set([...current.values()].map(({ sessionId }) => sessionId))];
    },
    get versions() {
      return new Map([...current.values()].map(({ sessionId, version }) => [sessionId, version]));
    },
    enter: (connectionId, to) => {
      open(connectionId, to.sessionId);
      set(connectionId, to);
    },
    switched: (session) => {
      forEachIn(session.sessionId, (connectionId, known) => {
        if (!isSame(known, session)) set(connectionId, session);
      });
    },
    ended: (sessionId, parent) => {
      forEachIn(sessionId, (connectionId) => {
        const goesOn = parent !== undefined && (!needsConsent || opened.has(connectionId, parent.sessionId));
        set(connectionId, goesOn ? parent : undefined);
      });
      opened.deleteSession(sessionId);
      agreed.deleteSession(sessionId);
    },
    agree: (connectionId, { sessionId, mode }) => {
      open(connectionId, sessionId);
      agreed.add(connectionId, sessionId, mode);
    },
    hasAgreed: (connectionId, { sessionId, mode }) => agreed.modeOf(connectionId, sessionId) === mode,
    hasKnown: known.has,
    forget: (connectionId) => {
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

// Every call of a session reports it again.
function isSame(known: WorkingMode, to: WorkingMode): boolean {
  return known.version === to.version && known.mode === to.mode && isSameTask(known.task, to.task);
}

function newer(known: WorkingMode | undefined, to: WorkingMode): WorkingMode {
  return known?.sessionId === to.sessionId && known.version > to.version ? known : to;
}

// As many as a server's default limit of open tasks; for forgotten ones, the user is asked again.
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
