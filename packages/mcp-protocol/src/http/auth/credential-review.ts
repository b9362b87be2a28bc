import type { ServerResponse } from 'node:http';
import type { HttpSessions } from '../sessions/http-sessions.ts';
import type { CredentialState, Principal, ReviewCredentials } from './authentication.ts';

/** The answers that are going out, by the credential that let their request in. */
export interface OpenResponses {
  /** Notes an answer; it is forgotten when it closes. */
  add(principal: Principal, response: ServerResponse): void;
  /** Ends the answers of credentials that are over, and the sessions too of those that were revoked. */
  review(): Promise<void>;
}

/** Follows what credentials have admitted, so that it ends with them: a stream may be open for days. */
export function createOpenResponses(
  reviewCredentials: ReviewCredentials,
  kept: readonly Pick<HttpSessions, 'size' | 'endWhere'>[],
): OpenResponses {
  const open = new Map<Principal, Set<ServerResponse>>();
  let isReviewing = false;
  const review = async (): Promise<void> => {
    const stateOf = await judge(reviewCredentials);
    for (const each of kept) each.endWhere((principal) => stateOf(principal) === 'revoked');
    for (const [principal, responses] of open)
      if (stateOf(principal) !== 'holds') for (const response of responses) response.destroy();
  };
  return {
    add: (principal, response) => {
      if (response.closed) return;
      const responses = open.get(principal) ?? new Set();
      open.set(principal, responses.add(response));
      response.once('close', () => {
        responses.delete(response);
        if (responses.size === 0 && open.get(principal) === responses) open.delete(principal);
      });
    },
    review: async () => {
      if (isReviewing || (open.size === 0 && kept.every(({ size }) => size === 0))) return;
      isReviewing = true;
      await review().finally(() => {
        isReviewing = false;
      });
    },
  };
}

/** A credential that cannot be checked counts as over. */
async function judge(reviewCredentials: ReviewCredentials): Promise<(principal: Principal) => CredentialState> {
  try {
    return await reviewCredentials();
  } catch {
    return () => 'over';
  }
}
