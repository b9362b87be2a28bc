import type { SaveHistory } from '../edits/save-history.ts';
import type { ProjectState } from './project-state.ts';
import type { UiProject } from './ui-project.ts';

/** The state on which every answer is based. */
export interface PageContext {
  readonly ui: UiProject;
  readonly state: ProjectState;
  readonly history: SaveHistory;
}
