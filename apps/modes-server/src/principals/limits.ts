import { createPlaces, createRateLimit } from '@modegate/timing';
import type { AuthLimits } from './auth-settings.ts';
import { type Denial, deny } from './denial.ts';
import type { Principal } from './principal.ts';

/** A request that is let in, and from whom. */
export interface Admission {
  readonly kind: 'admitted';
  readonly principal: Principal;
  /** To be called when the request is over; a second call does nothing. */
  readonly release: () => void;
}

/** Limits how often each principal may ask, and how much at the same time. */
export type Admit = (principal: Principal) => Admission | Denial;

/** Creates the limits. @param now - Milliseconds of a clock that is never set back. */
export function createLimits({ requestsPerSecond, burst, concurrent }: AuthLimits, now: () => number): Admit {
  const rate = createRateLimit({ perSecond: requestsPerSecond, burst }, now);
  const places = createPlaces(concurrent);
  return (principal) => {
    const { id } = principal;
    const release = places.take(id);
    if (release === undefined)
      return deny('TOO_MANY_AT_ONCE', `${concurrent} requests at the same time are the most`, BUSY_MS);
    const answer = rate.take(id);
    if (answer.isFree) return { kind: 'admitted', principal, release };
    release();
    const message = `${requestsPerSecond} requests a second are the most, after a burst of ${burst}`;
    return deny('RATE_LIMITED', message, answer.retryAfterMs);
  };
}

/** Nobody knows when a request that is under way will end. */
const BUSY_MS = 1_000;
