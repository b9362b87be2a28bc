import { adapters } from './adapters.ts';
import type { CommandAgent } from './agent-names.ts';
import { asksForConsent, describeRefusal, type Verdict } from './verdict.ts';

/** The output and the exit code of a hook. */
export interface HookAnswer {
  readonly stdout: string;
  /** Always empty, because some agents read stderr as the answer if stdout is empty. */
  readonly stderr: '';
  /** Always 0: in some agents, a non-zero exit code alone does not refuse a call; in others, it hides the reason. */
  readonly exitCode: 0;
}

/**
 * Returns the answer that makes an agent refuse a call and report the reason to the model, or ask a user if the agent
 * can do so; see {@link settleConsent}. If there is no objection, the hook prints nothing, because an explicit
 * permission would override refusals by the agent or its user.
 */
export function answerAgent(agent: CommandAgent, verdict: Verdict): HookAnswer {
  const { deny, ask = deny, noObjection } = adapters[agent];
  const object = asksForConsent(verdict) ? ask : deny;
  const answer = verdict.allowed ? noObjection : object(describeRefusal(verdict));
  return { stdout: answer === undefined ? '' : `${JSON.stringify(answer)}\n`, stderr: '', exitCode: 0 };
}
