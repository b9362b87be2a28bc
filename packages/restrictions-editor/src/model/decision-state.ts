import { type Decision, needsConsent } from '@modegate/mode-core';

/** The effect of a decision on a call: refused, allowed subject to a person's consent, or allowed. */
export type DecisionState = 'denied' | 'asks' | 'allowed';

/** Returns the state that results from a decision. */
export function decisionState(decision: Decision): DecisionState {
  if (decision.allowed) return 'allowed';
  return needsConsent(decision) ? 'asks' : 'denied';
}

/** True if a state allows more than any of the others. */
export function isWider(state: DecisionState, others: readonly DecisionState[]): boolean {
  return others.every((other) => width[state] > width[other]);
}

const width: Readonly<Record<DecisionState, number>> = { denied: 0, asks: 1, allowed: 2 };
