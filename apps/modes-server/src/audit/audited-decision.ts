import type { AuditDecision } from '@modegate/cli-kit/audit';

/** A decision without the members that the audit trail adds. */
export type AuditedDecision = Omit<AuditDecision, 'v' | 'event' | 'id' | 'at' | 'program'>;
