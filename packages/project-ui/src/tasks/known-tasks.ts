import type { TaskContext } from '@modegate/mode-core';
import type { Session, Sessions } from '@modegate/session-store';
import type { PageViewer } from '../operations/viewer.ts';

/** Reads tasks. Reading is not treated as use, so it does not keep a session alive. */
export interface TaskReader extends Pick<Sessions, 'list' | 'findByTask' | 'peek'> {
  /** Returns the facts about a task that conditions may depend on, as they would be for a call made by the task. */
  readonly contextOf: (session: Session) => Promise<TaskContext>;
}

/** Tasks that may be shown on a page. */
export interface KnownTasks {
  /** The folder or database, for the person using this machine; undefined if the tasks are in the server's memory. */
  readonly place?: string | undefined;
  /** Returns a reader for one viewer's tasks; undefined before anything has been stored. */
  readonly of: (viewer: PageViewer) => Promise<TaskReader | undefined>;
}
