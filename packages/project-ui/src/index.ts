export type { EditFailure, EditLog, EditRecord } from './edits/edit-log.ts';
export type { AskedServer, UiProject } from './operations/ui-project.ts';
export type { PageViewer } from './operations/viewer.ts';
export { type ServedUi, serveUi, type UiOptions } from './server/serve-ui.ts';
export { openUiEndpoint, type UiEndpoint, type UiEndpointOptions } from './server/ui-endpoint.ts';
export type { KnownTasks, TaskReader } from './tasks/known-tasks.ts';
export type { AuditEntry } from './wire.ts';
