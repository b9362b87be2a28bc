export type { EditFailure, EditLog, EditRecord } from './edits/edit-log.ts';
export type { AskedServer, UiProject } from './operations/ui-project.ts';
export type { PageViewer as Viewer } from './operations/viewer.ts';
export { type ServedUi, serveUi, type UiOptions } from './server/serve-ui.ts';
export { openUiDoor, type UiDoor, type UiDoorOptions } from './server/ui-endpoint.ts';
export type { KnownTasks, TaskReader } from './tasks/known-tasks.ts';
export type { AuditEntry } from './wire.ts';
