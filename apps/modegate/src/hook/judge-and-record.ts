import type { AgentName } from '@modegate/agent-hooks';
import { mayProceed, refuseCall, type Verdict } from '@modegate/agent-hooks';
import { type HookQuestion, type JudgedCall, judgePayload, toAuditLine } from '@modegate/agent-hooks/node';
import { formatAuditLine, openAppendFile } from '@modegate/cli-kit/audit/append';
import { extend } from '@modegate/json';
import { builtinModes } from '@modegate/mode-core/modes';
import { findWorktreeOf } from '@modegate/policy-check/node';
import { findProjectOf, type HookProjectOptions, type LoadProject } from './find-hook-project.ts';

/** Information that this program's hook or plugin provides in addition to the payload. */
export interface HookJudgeOptions
  extends Omit<HookProjectOptions, 'cwd'>,
    Pick<HookQuestion, 'mode' | 'home' | 'state' | 'env' | 'isAttended'> {
  readonly agent: AgentName;
  /**
   * The folder in which the session started, if the agent reports it; the model may have changed the working folder
   * since then.
   */
  readonly startFolder?: string | undefined;
  /** Absolute path of the file to which every decision is written. Default: none. */
  readonly auditLog?: string | undefined;
}

/** Evaluates the call in a hook's payload, and records the decision if requested. */
export async function judgeAndRecord(text: string, asked: HookJudgeOptions, load: LoadProject): Promise<Verdict> {
  const { auditLog, projectRoot, startFolder, globalConfigDir, ...question } = asked;
  const { agent, mode, state } = question;
  const judged = await judgePayload(text, {
    ...question,
    closed: auditLog === undefined ? [] : [auditLog],
    load: async (cwd, runsCommand) => {
      const root = projectRoot ?? findProjectOf(startFolder === undefined ? [cwd] : [startFolder, cwd], state);
      // A built-in mode specified by the hook itself needs nothing from a project, so it works in every folder.
      if (root === undefined && !builtinModes.some(({ slug }) => slug === mode)) return undefined;
      const project = await load({ projectRoot: root, cwd, globalConfigDir }, agent, runsCommand);
      return extend(project, { worktree: findWorktreeOf(project.root, cwd) });
    },
  });
  return auditLog === undefined ? judged.verdict : recordVerdict(auditLog, judged);
}

/**
 * Appends a decision to the audit log as a complete line, so that several processes can write concurrently. Returns the
 * verdict on the call; refuses a call that cannot be recorded, without asking the user.
 */
async function recordVerdict(file: string, judged: JudgedCall): Promise<Verdict> {
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
    const reason = `The audit log ${file} cannot be written, so no calls are allowed: ${detail}. Tell the user.`;
    return mayProceed(verdict) ? refuseCall('AUDIT_UNWRITABLE', reason) : verdict;
  }
}
