import type { MessageCost } from '@modegate/mcp-protocol/http';
import { createKeyedSemaphore, createRateLimit, createThrottle, type ThrottleOptions } from '@modegate/timing';
import { type Denial, deny } from './denial.ts';
import type { Principal } from './principal.ts';
import type { AuthLimits } from './settings/auth-settings.ts';

/** A request that may continue. */
export interface Admission {
  readonly kind: 'admission';
  /**
   * Counts the cost of the request's body, or of a further part, and waits until its principal has paid for earlier
   * requests; returns a denial as the answer, if any.
   */
  charge(cost: MessageCost): Promise<Denial | undefined>;
  /** The request has been answered; a second call does nothing. */
  release(): void;
}

/** Limits the number of requests per principal, in total and at the same time. */
export type Admit = (principal: Principal) => Admission | Denial;

/**
 * Size of a message that one request pays for. With the default of 100 requests per second, a request corresponds to
 * 2.5 ms, a quarter of the event loop, so a message with the maximum of names, values or bytes pays for 50 ms.
 */
export const PAID_FOR: MessageCost = { bytes: 200 * 1024, names: 500, values: 2_500 };

/** Creates the limits. */
export function createLimits({ requestsPerSecond, burst, concurrent }: AuthLimits, clock: ThrottleOptions): Admit {
  const rate = createRateLimit({ perSecond: requestsPerSecond, burst }, clock.now);
  const begin = createThrottle(clock);
  const places = createKeyedSemaphore(concurrent);
  const take = (id: string, turns: number): Denial | undefined => {
    const answer = rate.take(id, turns);
    if (answer.isFree) return undefined;
    const message = `At most ${requestsPerSecond} requests a second are allowed, after a burst of ${burst}, and a large one counts as several`;
    return deny('RATE_LIMITED', message, answer.retryAfterMs);
  };
  return ({ id }) => {
    const release = places.tryAcquire(id);
    if (release === undefined)
      return deny('TOO_MANY_AT_ONCE', `At most ${concurrent} requests may run at the same time`, BUSY_MS);
    const denial = take(id, 1);
    if (denial !== undefined) {
      release();
      return denial;
    }
    const charge = async (turns: number): Promise<Denial | undefined> => {
      const refused = take(id, turns);
      if (refused === undefined) await begin(id, (turns * 1_000) / requestsPerSecond);
      return refused;
    };
    // The request itself has been counted.
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

/** The end of a running request is unknown. */
const BUSY_MS = 1_000;
