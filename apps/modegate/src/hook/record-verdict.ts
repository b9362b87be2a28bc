import { mayProceed, refuseCall, type Verdict } from '@modegate/agent-hooks';
import { type JudgedCall, toAuditLine } from '@modegate/agent-hooks/node';
import { formatAuditLine, openAppendFile } from '@modegate/cli-kit/audit/append';

/**
 * Appends a decision to the audit log, as a complete line so that other processes can write concurrently. Returns the
 * verdict on the call; a call that cannot be recorded is refused without a question.
 */
export async function recordVerdict(file: string, judged: JudgedCall): Promise<Verdict> {
  const { verdict } = judged;
  try {
    const log = openAppendFile({ file, now: Date.now, onProblem: () => undefined });
    try {
      const line = Buffer.from(formatAuditLine(toAuditLine(judged, 'modegate')));
      if ((await log.write(line)) < line.length) throw new Error('only part of the line was written');
    } finally {
      log.close();
    }
    return verdict;
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    const reason = `The audit log ${file} cannot be written, and no call is allowed without it: ${detail}. Tell the user.`;
    return mayProceed(verdict) ? refuseCall('AUDIT_UNWRITABLE', reason) : verdict;
  }
}
