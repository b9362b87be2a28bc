import { adapters } from './adapters.ts';
import { type AgentName, agentTitles } from './agent-names.ts';
import { asksForConsent, type Verdict } from './verdict.ts';

/** The factors that determine whether a hook can ask a user. */
export interface ConsentPath {
  readonly agent: AgentName;
  /**
   * False if it is known that no user is present. Unknown by default; in that case, an agent that can ask refuses on
   * its own.
   */
  readonly isAttended?: boolean | undefined;
  /** Rules that allow other commands without consent. Default: none are known. */
  readonly allowed?: readonly string[] | undefined;
}

/**
 * Refuses a call that requires a user's consent if the agent's hook cannot request that consent, and suggests
 * alternatives. Returns every other verdict unchanged.
 */
export function settleConsent(verdict: Verdict, { agent, isAttended = true, allowed = [] }: ConsentPath): Verdict {
  if (!asksForConsent(verdict) || (canAsk(agent) && isAttended)) return verdict;
  const title = agentTitles[agent];
  const why = canAsk(agent)
    ? 'Nobody is available in this session to answer, so the call is refused.'
    : `${title} cannot ask a person from a hook, so the call is refused.`;
  const named = [...allowed.slice(0, maxNamed), ...(allowed.length > maxNamed ? ['…'] : [])].join(', ');
  const instead = named === '' ? '' : ` The mode allows the following without asking: ${named}.`;
  const reason = `${verdict.reason} ${why} Ask the user to do it, or to change the rule.${instead}`;
  const { code, by } = verdict;
  return { allowed: false, code, reason, ...(by === undefined ? {} : { by }) };
}

// Listing more names would not help a model.
const maxNamed = 8;

/** True if the agent's hook can ask a user, and the agent refuses a call when the question remains unanswered. */
export function canAsk(agent: AgentName): boolean {
  return 'ask' in adapters[agent];
}
