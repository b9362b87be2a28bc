import type { TaskContext } from '@modegate/mode-core';
import type { Session, Sessions } from '@modegate/session-store';
import type { PageViewer } from '../operations/viewer.ts';

/** Reads tasks. Reading does not count as a use, so it keeps no session alive. */
export interface TaskReader extends Pick<Sessions, 'list' | 'findByTask' | 'peek'> {
  /** The facts of a task that conditions may ask about, as in a call of the task. */
  readonly contextOf: (session: Session) => Promise<TaskContext>;
}

/** Tasks that a page may know of. */
export interface KnownTasks {
  /** The folder or database, for the person at this machine; undefined for the memory of the server. */
  readonly place?: string | undefined;
  /** Reads the tasks of one viewer; undefined before anything was stored. */
  readonly of: (viewer: PageViewer) => Promise<TaskReader | undefined>;
}
