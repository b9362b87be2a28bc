import type { TaskContext } from '@modegate/mode-core';
import type { Session, Sessions } from '@modegate/session-store';
import type { PageViewer } from '../operations/viewer.ts';

/** What is read of tasks. None of it is a use of theirs, so looking keeps no session alive. */
export interface TaskReader extends Pick<Sessions, 'list' | 'findByTask' | 'peek'> {
  /** What conditions may ask of a task, as a call of it is judged. */
  readonly contextOf: (session: Session) => Promise<TaskContext>;
}

/** The tasks that a page may know of. */
export interface KnownTasks {
  /** Where they are kept, for the person at this machine; undefined for the memory of the server. */
  readonly place?: string | undefined;
  /** Reads those of a viewer, and no others; undefined while nothing was ever kept. */
  readonly of: (viewer: PageViewer) => Promise<TaskReader | undefined>;
}
