// For a program that writes one line and ends; does not load the schema for lines.
export { openAppendFile } from './append-file.ts';
export type { AuditDecision } from './audit-line.ts';
export { formatAuditLine } from './format-line.ts';
