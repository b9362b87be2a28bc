import type { AgentName, Verdict } from '@modegate/agent-hooks';
import { type HookQuestion, judgePayload } from '@modegate/hook-judge';
import type { HookPlace, LoadProject } from './hook-places.ts';
import { recordVerdict } from './record-verdict.ts';

/** What a hook or plugin of this program knows beside the payload. */
export interface AskedHook extends Omit<HookPlace, 'cwd'>, Pick<HookQuestion, 'mode' | 'home' | 'state'> {
  readonly agent: AgentName;
  /** Absolute file that every decision is written to. Default: none is. */
  readonly auditLog?: string | undefined;
}

/** Judges the payload of a hook, and records the decision where that was asked for. */
export async function judgeAndRecord(text: string, asked: AskedHook, load: LoadProject): Promise<Verdict> {
  const { agent, mode, home, state, auditLog, ...place } = asked;
  const judged = await judgePayload(text, {
    agent,
    mode,
    home,
    state,
    closed: auditLog === undefined ? [] : [auditLog],
    load: (cwd) => load({ ...place, cwd }, agent),
  });
  return auditLog === undefined ? judged.verdict : recordVerdict(auditLog, judged);
}
