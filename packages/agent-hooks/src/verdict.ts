import { defined } from '@modegate/json';
import {
  type ConsentQuestion,
  type Decision,
  formatRule,
  needsConsent,
  type RefusalCode,
  type RuleReference,
} from '@modegate/mode-core';
import { refusalHints } from './refusal-hints.ts';

/** The reasons why a hook refuses calls that no rule of a mode covers. */
export const hookRefusals = {
  PAYLOAD_INVALID: 'The payload of the hook cannot be checked.',
  TOOL_UNMAPPED: 'An unmapped tool is refused if the mode limits anything that the tool could do.',
  FILE_MISSING: 'A tool that may substitute another file for a missing file can be used only with an existing file.',
  FILE_PROTECTED: 'No mode may change the files that decide what agents may do.',
  MODE_UNSET: 'No mode has been set.',
  MODE_NOT_ALLOWED: 'The caller may not use the active mode.',
  TOKEN_TOO_WIDE: 'The token of the hook gives access to more than the hook.',
  PROJECT_UNREADABLE: 'The project or its settings cannot be read.',
  HOOK_FAILED: 'The hook itself failed or took too long.',
  AUDIT_UNWRITABLE: 'The requested audit log cannot be written.',
} as const;

/** Code of a refusal by the hook or the policy. */
export type HookRefusalCode = keyof typeof hookRefusals | RefusalCode;

/** A refused call. */
export interface HookRefusal {
  readonly allowed: false;
  readonly code: HookRefusalCode;
  /** A sentence that a model or a user can act on. */
  readonly reason: string;
  /** The policy rule that caused the refusal; absent if the hook itself refuses. */
  readonly by?: RuleReference;
}

/** A call that is allowed only if a user consents to all of it; a program that cannot ask refuses the call. */
export interface ConsentVerdict extends HookRefusal {
  readonly code: 'CONSENT_REQUIRED';
  readonly questions: readonly ConsentQuestion[];
}

/** The verdict on a call. An allowed call remains subject to any other question or refusal by the agent. */
export type Verdict = { readonly allowed: true } | HookRefusal | ConsentVerdict;

/** True if a call requires a user's consent and nothing else. */
export function asksForConsent(verdict: Verdict): verdict is ConsentVerdict {
  return 'questions' in verdict;
}

/** Creates a refusal by the hook itself. */
export function refuseCall(code: keyof typeof hookRefusals, reason: string): HookRefusal {
  return { allowed: false, code, reason };
}

/** @internal Converts a decision by the policy to a verdict. */
export function toVerdict(decision: Decision): Verdict {
  if (decision.allowed) return { allowed: true };
  if (needsConsent(decision)) return askPerson(decision.questions);
  const { code, reason, by } = decision;
  const way = refusalHints[code];
  return { allowed: false, code, reason: way === '' ? reason : `${reason} ${way}`, by };
}

/** True if a call is allowed, with or without a user's consent. */
export function mayProceed(verdict: Verdict): verdict is Exclude<Verdict, HookRefusal> | ConsentVerdict {
  return verdict.allowed || asksForConsent(verdict);
}

/**
 * @internal Returns the strictest verdict: the first refusal, or all requests for consent combined. Creates no further
 * verdicts after a refusal.
 */
export function findStrictest(verdicts: Iterable<Verdict>): Verdict {
  const questions = new Map<string, ConsentQuestion>();
  for (const verdict of verdicts) {
    if (asksForConsent(verdict)) for (const question of verdict.questions) questions.set(question.reason, question);
    else if (!verdict.allowed) return verdict;
  }
  return questions.size === 0 ? { allowed: true } : askPerson([...questions.values()]);
}

function askPerson(questions: readonly ConsentQuestion[]): ConsentVerdict {
  const [first] = questions;
  const reason = `This call needs a person's consent. ${questions.map((question) => question.reason).join(' ')}`;
  return { allowed: false, code: 'CONSENT_REQUIRED', reason, questions, ...defined({ by: first?.by }) };
}

/**
 * Returns the refusal as a single string for a model: the sentence, the code, and the rule with its location. The
 * string is on one line, with at most 4000 characters.
 *
 * @param maxInTurn - Number of consecutive refusals after which the agent ends its run. By default, refusals do not end
 * the run.
 */
export function describeRefusal({ code, reason, by }: HookRefusal, maxInTurn?: number): string {
  const end = maxInTurn === undefined ? '' : ` This agent ends its run after ${maxInTurn} refusals in a row.`;
  const text = `${reason}${end} (${code}${by === undefined ? '' : `; ${formatRule(by)}`})`;
  const clean = text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
  return clean.length > maxReasonLength ? `${clean.slice(0, maxReasonLength)}…` : clean;
}

/** Maximum length in characters; enough for the longest sentence together with its rule. */
const maxReasonLength = 4000;
