import { adapters } from './adapters.ts';
import type { CommandAgent } from './agent-names.ts';
import { describeRefusal, type Verdict } from './verdict.ts';

/** What a hook has to print, and the exit code it ends with. */
export interface HookAnswer {
  readonly stdout: string;
  /** Empty: some agents read it as the answer when stdout has none. */
  readonly stderr: '';
  /** Always 0: the exit code alone refuses nothing in some agents, and in others it hides the reason. */
  readonly exitCode: 0;
}

/**
 * The answer by which an agent refuses a call and tells the model why. Without an objection the hook stays silent, because an explicit
 * allowance lifts what the agent or its user denies.
 */
export function answerAgent(agent: CommandAgent, verdict: Verdict): HookAnswer {
  const { deny, noObjection } = adapters[agent];
  const answer = verdict.allowed ? noObjection : deny(describeRefusal(verdict));
  return { stdout: answer === undefined ? '' : `${JSON.stringify(answer)}\n`, stderr: '', exitCode: 0 };
}
