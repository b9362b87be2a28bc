import type { ConsentRequest, RuleReference } from '@modegate/mode-core';
import type { ClientRequest } from '../clients/client-request.ts';
import type { AccessContext } from '../decisions/access-context.ts';
import type { DecisionRecord, JudgedTarget } from '../decisions/gateway-decision.ts';

/** A call that needs a person's consent, with the decision about it. */
export interface ConsentCall extends Pick<DecisionRecord, 'tool' | 'params'> {
  readonly request: ClientRequest;
  /** False for a request that must not interrupt a person, such as a completion. */
  readonly canAsk: boolean;
  readonly access: AccessContext;
  readonly target: JudgedTarget;
  readonly decision: ConsentRequest;
}

/**
 * Result of requesting consent: the question was `asked`; the person's answer; no answer in time; a `failed` question
 * or answer; a call that was `withdrawn` before the answer; no question, because the client or the request does not
 * support questions (`unsupported`) or because the question could not show the whole call (`unshowable`).
 */
export type ConsentOutcome =
  | 'asked'
  | 'accepted'
  | 'declined'
  | 'cancelled'
  | 'timed_out'
  | 'failed'
  | 'withdrawn'
  | 'unsupported'
  | 'unshowable';

/** The outcome of a question, and a sentence about the outcome for use in the refusal. */
export interface ConsentAnswer {
  readonly outcome: ConsentOutcome;
  readonly sentence: string;
}

/** A question or its answer, as written to the audit log. */
export interface ConsentRecord extends Omit<DecisionRecord, 'decision'> {
  readonly outcome: ConsentOutcome;
  /** The reason why the call needs consent. */
  readonly reason: string;
  /** The first rule that requires consent. */
  readonly by: RuleReference;
  /**
   * SHA-256 of everything to which the consent is bound; undefined if the arguments are nested too deeply to be read.
   */
  readonly digest: string | undefined;
}
