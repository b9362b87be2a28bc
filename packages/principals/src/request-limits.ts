import type { MessageCost } from '@modegate/mcp-protocol/http';
import { createKeyedSemaphore, createRateLimit, createThrottle, type ThrottleOptions } from '@modegate/timing';
import { type AuthFailure, authFailure } from './auth-failure.ts';
import type { Principal } from './principal.ts';
import type { AuthLimits } from './settings/auth-settings.ts';

/** An accepted request. */
export interface RequestPermit {
  readonly kind: 'admission';
  /**
   * Charges the cost of the body, or of a further part of the body, to the principal, and waits until the principal's
   * earlier costs are paid; returns the failure, if any.
   */
  charge(cost: MessageCost): Promise<AuthFailure | undefined>;
  /** Signals that the request has been answered; a second call does nothing. */
  release(): void;
}

/** Limits the rate and the concurrency of each principal's requests. */
export type AcquirePermit = (principal: Principal) => RequestPermit | AuthFailure;

/**
 * Message cost that a single request pays for. With the default of 100 requests per second, each request is allotted 2.5 ms, which adds up to a quarter of the event loop's time; the largest allowed message costs 50 ms.
 */
export const PAID_FOR: MessageCost = { bytes: 200 * 1024, names: 500, values: 2_500 };

/** Creates limits on the rate and concurrency of requests. */
export function createRequestLimits(
  { requestsPerSecond, burst, concurrent }: AuthLimits,
  clock: ThrottleOptions,
): AcquirePermit {
  const rate = createRateLimit({ perSecond: requestsPerSecond, burst }, clock.now);
  const begin = createThrottle(clock);
  const places = createKeyedSemaphore(concurrent);
  const take = (id: string, turns: number): AuthFailure | undefined => {
    const answer = rate.take(id, turns);
    if (answer.isFree) return undefined;
    const message = `At most ${requestsPerSecond} requests per second are allowed after a burst of ${burst}, and a large request counts as several`;
    return authFailure('RATE_LIMITED', message, answer.retryAfterMs);
  };
  return ({ id }) => {
    const release = places.tryAcquire(id);
    if (release === undefined)
      return authFailure('TOO_MANY_AT_ONCE', `At most ${concurrent} requests may run at the same time`, BUSY_MS);
    const denial = take(id, 1);
    if (denial !== undefined) {
      release();
      return denial;
    }
    const charge = async (turns: number): Promise<AuthFailure | undefined> => {
      const refused = take(id, turns);
      if (refused === undefined) await begin(id, (turns * 1_000) / requestsPerSecond);
      return refused;
    };
    // The request itself has already been counted.
    let left = 1;
    return {
      kind: 'admission',
      charge: async (cost) => {
        const further = turnsOf(cost) - left;
        left = Math.max(0, -further);
        return further > 0 ? charge(further) : undefined;
      },
      release,
    };
  };
}

function turnsOf({ bytes, names, values }: MessageCost): number {
  return bytes / PAID_FOR.bytes + names / PAID_FOR.names + values / PAID_FOR.values;
}

/** It is unknown when a running request will end. */
const BUSY_MS = 1_000;
