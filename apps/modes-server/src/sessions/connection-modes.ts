import type { TaskContext } from '@modegate/mode-core';

/** The state of a session's task at one moment. */
export interface WorkingMode {
  readonly sessionId: string;
  readonly mode: string;
  /** Grows with every change of the session, so that what was read earlier cannot undo what happened since. */
  readonly version: number;
  /** What conditions may ask of the task; undefined when no mode asks about it. */
  readonly task?: TaskContext | undefined;
}

/** Which mode each connection works in: that of the task which it opened or switched last, or the one the server was started with. */
export interface ConnectionModes {
  /** Undefined while the connection has no mode. */
  modeOf(connectionId: string): string | undefined;
  /** The task of the session that the mode came from; undefined without one, or when no mode asks about it. */
  taskOf(connectionId: string): TaskContext | undefined;
  /** The mode that the connection has, or had last; undefined while it never had one. */
  lastModeOf(connectionId: string): string | undefined;
  /** The session that the mode came from; undefined when it is the one the server was started with. */
  sessionOf(connectionId: string): string | undefined;
  /** Every session that some connection works in. */
  readonly sessions: readonly string[];
  /** The same with the version of each that is known. */
  readonly versions: ReadonlyMap<string, number>;
  /** The connection goes on in a session's mode. */
  enter(connectionId: string, to: WorkingMode): void;
  /** A session's mode has changed, for every connection that works in it. */
  switched(session: WorkingMode): void;
  /**
   * A session has ended; those who worked in it go on in its parent's mode, or in the one the server was started with. Where
   * modes need consent, a parent that the connection did not open itself is not gone on in.
   */
  ended(sessionId: string, parent: WorkingMode | undefined): void;
  /** The user agrees that the connection acts in the mode that a session has now; it counts until the connection takes another mode. */
  agree(connectionId: string, session: Pick<WorkingMode, 'sessionId' | 'mode'>): void;
  /** Whether {@link agree} was called of this session in this mode, and still counts. */
  hasAgreed(connectionId: string, session: Pick<WorkingMode, 'sessionId' | 'mode'>): boolean;
  /** Whether the connection has ever opened the session, also when its task has ended since. */
  hasKnown(connectionId: string, sessionId: string): boolean;
  forget(connectionId: string): void;
}

/** What {@link createConnectionModes} needs. */
export interface ConnectionModesOptions {
  /** The mode of a connection at the start; undefined for none. */
  readonly initial: (connectionId: string) => string | undefined;
  /** Whether a mode is taken only with the user's consent. */
  readonly needsConsent: boolean;
  readonly onChange: (connectionId: string) => void;
}

/** Keeps the modes of connections; tells `onChange` which of them have another mode now. */
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

// Every call of a session says it again.
function isSame(known: WorkingMode, to: WorkingMode): boolean {
  return known.version === to.version && known.mode === to.mode && isSameTask(known.task, to.task);
}

function newer(known: WorkingMode | undefined, to: WorkingMode): WorkingMode {
  return known?.sessionId === to.sessionId && known.version > to.version ? known : to;
}

// As many as a server has open tasks by default; those that are forgotten are asked about again.
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
