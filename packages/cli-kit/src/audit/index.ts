export {
  type AuditConsent,
  type AuditDecision,
  type AuditLine,
  type AuditOutcome,
  auditLineSchema,
  auditOutcomes,
  consentOutcomes,
} from './audit-line.ts';
export { type AuditLog, type AuditLogOptions, type AuditWriting, auditWritings, openAuditLog } from './audit-log.ts';
export { type Rotation, readRotation } from './rotation.ts';
