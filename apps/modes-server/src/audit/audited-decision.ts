import type { AuditDecision } from '@modegate/cli-kit/audit';

/** A decision, without what the trail adds to it. */
export type AuditedDecision = Omit<AuditDecision, 'v' | 'event' | 'id' | 'at' | 'program'>;
