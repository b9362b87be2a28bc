import type { MessageCost } from '@modegate/mcp-protocol/http';
import { createPlaces, createRateLimit } from '@modegate/timing';
import { type Denial, deny } from './denial.ts';
import type { Principal } from './principal.ts';
import type { AuthLimits } from './settings/auth-settings.ts';

/** A request that may go on. */
export interface Admission {
  readonly kind: 'admission';
  /** Counts what the body of the request costs; a denial is the answer. */
  charge(cost: MessageCost): Denial | undefined;
  /** The request has been answered; a second call does nothing. */
  release(): void;
}

/** Limits how often each principal may ask, and how much at the same time. */
export type Admit = (principal: Principal) => Admission | Denial;

/**
 * How much of a message one request pays for. With the default of 100 requests a second a request stands for 2.5 ms, a quarter of the event loop, and
 * reading as much takes less.
 */
export const PAID_FOR: MessageCost = { bytes: 512 * 1024, names: 1_000, values: 5_000 };

/** How many requests a message counts as beyond the one that it is; most are much smaller than what that pays for. */
export function furtherTurns(cost: MessageCost): number {
  const turns = cost.bytes / PAID_FOR.bytes + cost.names / PAID_FOR.names + cost.values / PAID_FOR.values;
  return Math.max(0, turns - 1);
}

/** Creates the limits. @param now - Milliseconds of a clock that is never set back. */
export function createLimits({ requestsPerSecond, burst, concurrent }: AuthLimits, now: () => number): Admit {
  const rate = createRateLimit({ perSecond: requestsPerSecond, burst }, now);
  const places = createPlaces(concurrent);
  const take = (id: string, turns: number): Denial | undefined => {
    const answer = rate.take(id, turns);
    if (answer.isFree) return undefined;
    const message = `At most ${requestsPerSecond} requests a second are allowed, after a burst of ${burst}, and a large one counts as several`;
    return deny('RATE_LIMITED', message, answer.retryAfterMs);
  };
  return ({ id }) => {
    const release = places.take(id);
    if (release === undefined)
      return deny('TOO_MANY_AT_ONCE', `At most ${concurrent} requests may run at the same time`, BUSY_MS);
    const denial = take(id, 1);
    if (denial !== undefined) {
      release();
      return denial;
    }
    const charge = (cost: MessageCost): Denial | undefined => {
      const turns = furtherTurns(cost);
      return turns === 0 ? undefined : take(id, turns);
    };
    return { kind: 'admission', charge, release };
  };
}

/** It is not known when a running request will end. */
const BUSY_MS = 1_000;
