import type { AuditConsent, AuditDecision } from '@modegate/cli-kit/audit';

/** A decision without the members that the audit trail adds. */
export type AuditedDecision = Omit<AuditDecision, 'v' | 'event' | 'id' | 'at' | 'program'>;

/** A question to a user, or the answer, without the members that the audit trail adds. */
export type AuditedConsent = Omit<AuditConsent, 'v' | 'event' | 'id' | 'at' | 'program'>;
