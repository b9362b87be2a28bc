import type { MatchedRule } from '../agent-answer.ts';
import { type CodexQuestion, refusesQuestion } from './approval-policy.ts';
import { findSetting, settingRule } from './config-layers.ts';
import { type CodexPolicyAnswer, confine } from './sandbox.ts';
import type { CodexSession } from './session.ts';

/** Optional parts of an answer. */
interface Details {
  readonly by?: readonly MatchedRule[];
  readonly shadowed?: readonly MatchedRule[];
  /** The session, if the call runs inside its sandbox. */
  readonly inside?: CodexSession | undefined;
}

/** Answers a call; if it runs in the sandbox, the answer includes its confinement. */
export function answerCodexCall(
  effect: CodexPolicyAnswer['effect'],
  because: string,
  { by = [], shadowed = [], inside }: Details = {},
): CodexPolicyAnswer {
  const runs = effect === 'allow' || effect === 'ask';
  const within = runs && inside ? confine(inside.sandbox, inside.approval) : undefined;
  return { effect, ...(within && { within }), by, shadowed, because };
}

/** Asks a user, unless the session refuses such a question. */
export function askFirst(
  session: CodexSession,
  question: CodexQuestion,
  { because, ...details }: Details & { readonly because: string },
): CodexPolicyAnswer {
  const by = [...(details.by ?? []), session.approval.source];
  if (refusesQuestion(session.approval, question))
    return answerCodexCall('deny', `${because} The approval policy does not let Codex ask.`, { ...details, by });
  const reviewer = findSetting(session.layers, ['approvals_reviewer']);
  if (reviewer === undefined || reviewer.value === 'user') return answerCodexCall('ask', because, { ...details, by });
  const judged = { ...details, by: [...by, settingRule(reviewer, 'unknown')] };
  return answerCodexCall('unknown', `${because} A model answers the question.`, judged);
}
