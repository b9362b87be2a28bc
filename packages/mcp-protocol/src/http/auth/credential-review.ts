import type { ServerResponse } from 'node:http';
import type { HttpSessions } from '../sessions/http-sessions.ts';
import type { AuthenticatedPrincipal, CredentialState, ReviewCredentials } from './authentication.ts';

/** Open responses, grouped by credential. */
export type OpenResponses = ReturnType<typeof createOpenResponses>;

/**
 * Tracks the responses opened with each credential, so that they end when the credential expires or is revoked: a
 * stream may be open for days.
 */
export function createOpenResponses(
  reviewCredentials: ReviewCredentials,
  kept: readonly Pick<HttpSessions, 'size' | 'endWhere'>[],
) {
  const open = new Map<AuthenticatedPrincipal, Set<ServerResponse>>();
  let isReviewing = false;
  const review = async (): Promise<void> => {
    const stateOf = await judge(reviewCredentials);
    for (const each of kept) each.endWhere((principal) => stateOf(principal) === 'revoked');
    for (const [principal, responses] of open)
      if (stateOf(principal) !== 'holds') for (const response of responses) response.destroy();
  };
  return {
    /** Adds a response; the response is removed when it closes. */
    add: (principal: AuthenticatedPrincipal, response: ServerResponse) => {
      if (response.closed) return;
      const responses = open.get(principal) ?? new Set();
      open.set(principal, responses.add(response));
      response.once('close', () => {
        responses.delete(response);
        if (responses.size === 0 && open.get(principal) === responses) open.delete(principal);
      });
    },
    /**
     * Ends the responses opened with expired or revoked credentials, and the sessions opened with revoked credentials.
     */
    review: async () => {
      if (isReviewing || (open.size === 0 && kept.every(({ size }) => size === 0))) return;
      isReviewing = true;
      await review().finally(() => {
        isReviewing = false;
      });
    },
  };
}

/** Checks a credential; a credential that cannot be checked is treated as expired. */
async function judge(
  reviewCredentials: ReviewCredentials,
): Promise<(principal: AuthenticatedPrincipal) => CredentialState> {
  try {
    return await reviewCredentials();
  } catch {
    return () => 'over';
  }
}
