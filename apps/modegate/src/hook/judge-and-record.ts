import type { AgentName, Verdict } from '@modegate/agent-hooks';
import { type HookQuestion, judgePayload } from '@modegate/agent-hooks/node';
import { extend } from '@modegate/json';
import { builtinModes } from '@modegate/mode-core/modes';
import { findWorktreeOf } from '@modegate/policy-check/node';
import { findProjectOf, type HookProjectOptions, type LoadProject } from './find-hook-project.ts';
import { recordVerdict } from './record-verdict.ts';

/** Information for this program's hook or plugin in addition to the payload. */
export interface HookJudgeOptions
  extends Omit<HookProjectOptions, 'cwd'>,
    Pick<HookQuestion, 'mode' | 'home' | 'state' | 'env' | 'isAttended'> {
  readonly agent: AgentName;
  /**
   * The folder in which the session started, if the agent reports it; the model may have changed the working folder
   * since.
   */
  readonly startFolder?: string | undefined;
  /** Absolute file to which every decision is written. Default: none. */
  readonly auditLog?: string | undefined;
}

/** Judges a hook's payload, and records the decision if requested. */
export async function judgeAndRecord(text: string, asked: HookJudgeOptions, load: LoadProject): Promise<Verdict> {
  const { auditLog, projectRoot, startFolder, globalConfigDir, ...question } = asked;
  const { agent, mode, state } = question;
  const judged = await judgePayload(text, {
    ...question,
    closed: auditLog === undefined ? [] : [auditLog],
    load: async (cwd, runsCommand) => {
      const root = projectRoot ?? findProjectOf(startFolder === undefined ? [cwd] : [startFolder, cwd], state);
      // A built-in mode that the hook itself names needs nothing from a project, so it works in every folder.
      if (root === undefined && !builtinModes.some(({ slug }) => slug === mode)) return undefined;
      const project = await load({ projectRoot: root, cwd, globalConfigDir }, agent, runsCommand);
      return extend(project, { worktree: findWorktreeOf(project.root, cwd) });
    },
  });
  return auditLog === undefined ? judged.verdict : recordVerdict(auditLog, judged);
}
