import type { AuditDecision } from '@modegate/cli-kit/audit';

/** A decision without the fields that the trail adds. */
export type AuditedDecision = Omit<AuditDecision, 'v' | 'event' | 'id' | 'at' | 'program'>;
