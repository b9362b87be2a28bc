import type { MatchedRule } from '../agent-answer.ts';
import { type CodexQuestion, refusesQuestion } from './approval-policy.ts';
import { findSetting, settingRule } from './config-layers.ts';
import { type CodexPolicyAnswer, confine } from './sandbox.ts';
import type { CodexSession } from './session.ts';

/** Optional parts of an answer. */
interface Details {
  readonly by: readonly MatchedRule[];
  readonly shadowed?: readonly MatchedRule[];
  /** True if the call runs inside the sandbox. */
  readonly sandboxed?: boolean;
}

/** Answers a call; if it runs in the sandbox, the answer includes its confinement. */
export function answerCodexCall(
  session: CodexSession,
  [effect, because]: readonly [CodexPolicyAnswer['effect'], string],
  { by, shadowed = [], sandboxed = false }: Details,
): CodexPolicyAnswer {
  const runs = effect === 'allow' || effect === 'ask';
  const within = runs && sandboxed ? confine(session.sandbox, session.approval) : undefined;
  return { effect, ...(within && { within }), by, shadowed, because };
}

/** Asks a user, unless the session refuses such a question. */
export function askFirst(
  session: CodexSession,
  question: CodexQuestion,
  { because, ...details }: Details & { readonly because: string },
): CodexPolicyAnswer {
  const { source } = session.approval;
  const by = [...details.by, source];
  if (refusesQuestion(session.approval, question))
    return answerCodexCall(session, ['deny', `${because} The approval policy does not let Codex ask.`], {
      ...details,
      by,
    });
  const reviewer = findSetting(session.layers, ['approvals_reviewer']);
  if (reviewer !== undefined && reviewer.value !== 'user')
    return answerCodexCall(session, ['unknown', `${because} A model answers the question.`], {
      ...details,
      by: [...by, settingRule(reviewer, 'unknown')],
    });
  return answerCodexCall(session, ['ask', because], { ...details, by });
}
