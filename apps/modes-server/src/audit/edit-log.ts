import { userInfo } from 'node:os';
import type { AuditDecision, AuditLog } from '@modegate/cli-kit/audit';
import type { EditLog, EditRecord } from '@modegate/project-ui';

// Maximum length at which a line is still easy to read; the file itself contains the full text.
const maxSentences = 50;

/** Writes mode changes made on the page to the audit log: a decision before each change, and an outcome after it. */
export function createEditLog(log: AuditLog, now: () => number = Date.now): EditLog {
  const frame = (id: string) => ({ v: 1, id, at: new Date(now()).toISOString(), program: 'modes-server' }) as const;
  const lineOf = (record: EditRecord): Omit<AuditDecision, 'allowed'> => ({
    ...frame(crypto.randomUUID()),
    event: 'decision',
    ...subjectOf(record),
    files: [...record.files],
    granted: shorten(record.granted),
    taken: shorten(record.taken),
    rule: null,
  });
  return {
    async begun(record) {
      const line = lineOf(record);
      const startedAtMs = performance.now();
      await log.append({ ...line, allowed: true }, 'required');
      return async (failure) => {
        const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
        await log.append({
          ...frame(line.id),
          event: 'outcome',
          ...subjectOf(record),
          outcome: failure === undefined ? 'ok' : 'tool_error',
          duration_ms: durationMs,
          ...(failure === undefined ? {} : { error: { code: failure.code, message: failure.message } }),
        });
      };
    },
    async refused(record, { code, message }) {
      await log.append({ ...lineOf(record), allowed: false, code, reason: message });
    },
  };
}

function subjectOf({ act, mode, viewer }: EditRecord) {
  const principal = viewer.id ?? `user:${userInfo().username}`;
  return { session_id: null, task_id: null, principal, mode: mode ?? null, tool: act };
}

function shorten(sentences: readonly string[]): string[] {
  const left = sentences.length - maxSentences;
  return left > 0 ? [...sentences.slice(0, maxSentences), `and ${left} more`] : [...sentences];
}
