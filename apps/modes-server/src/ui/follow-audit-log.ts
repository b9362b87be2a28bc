import type { AuditEntry } from '@modegate/project-ui';
import { readAuditRecord } from '../audit-report/audit-record.ts';
import { followFile } from '../audit-report/follow-file.ts';

const lastBytes = 128 * 1024;

/**
 * Yields the last lines of an audit log, then new lines. Lines contain only the fields that a report uses and,
 * therefore, no arguments.
 */
export async function* followAuditLog(file: string, signal: AbortSignal): AsyncGenerator<AuditEntry> {
  for await (const line of followFile(file, { from: { lastBytes }, signal })) {
    const record = line === undefined ? undefined : readAuditRecord(line);
    if (record === undefined) continue;
    const { atMs, event, mode, server, tool, allowed, code, reason, outcome, durationMs, lost, principal } = record;
    yield { atMs, event, mode, server, tool, allowed, code, reason, outcome, durationMs, lost, principal };
  }
}
