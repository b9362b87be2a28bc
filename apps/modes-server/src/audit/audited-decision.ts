import type { AuditDecision } from '@modegate/program-shell/audit';

/** A decision without the members that the audit trail adds. */
export type AuditedDecision = Omit<AuditDecision, 'v' | 'event' | 'id' | 'at' | 'program'>;
