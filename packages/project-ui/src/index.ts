export type { AskedServer, UiProject } from './operations/ui-project.ts';
export { type ServedUi, serveUi, type UiOptions } from './server/serve-ui.ts';
export type { AuditEntry } from './wire.ts';
