import type { AuditDecision } from '@modegate/cli-kit/audit';

/** A decision that allows, unless it is told otherwise. */
export function decision(members: Partial<AuditDecision> = {}): AuditDecision {
  return {
    v: 1,
    id: 'call-1',
    at: '2026-11-22T12:00:00.000Z',
    program: 'test',
    event: 'decision',
    session_id: 's',
    task_id: 't',
    mode: 'm',
    tool: 'read_file',
    allowed: true,
    rule: { layer: 'default', pointer: '/x', text: 'rule x' },
    ...members,
  };
}
