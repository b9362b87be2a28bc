// For a program that writes one line and ends: the schema of a line stays where it is.
export { openAppendFile } from './append-file.ts';
export type { AuditDecision } from './audit-line.ts';
export { formatAuditLine } from './format-line.ts';
