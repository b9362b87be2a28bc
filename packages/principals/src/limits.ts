import { createPlaces, createRateLimit } from '@modegate/timing';
import { type Denial, deny } from './denial.ts';
import type { Principal } from './principal.ts';
import type { AuthLimits } from './settings/auth-settings.ts';

/** A request that may go on. */
export interface Admission {
  readonly kind: 'admission';
  /** The request has been answered; a second call does nothing. */
  release(): void;
}

/** Limits how often each principal may ask, and how much at the same time. */
export type Admit = (principal: Principal) => Admission | Denial;

/** Creates the limits. @param now - Milliseconds of a clock that is never set back. */
export function createLimits({ requestsPerSecond, burst, concurrent }: AuthLimits, now: () => number): Admit {
  const rate = createRateLimit({ perSecond: requestsPerSecond, burst }, now);
  const places = createPlaces(concurrent);
  return ({ id }) => {
    const release = places.take(id);
    if (release === undefined)
      return deny('TOO_MANY_AT_ONCE', `At most ${concurrent} requests may run at the same time`, BUSY_MS);
    const answer = rate.take(id);
    if (answer.isFree) return { kind: 'admission', release };
    release();
    const message = `At most ${requestsPerSecond} requests a second are allowed, after a burst of ${burst}`;
    return deny('RATE_LIMITED', message, answer.retryAfterMs);
  };
}

/** It is not known when a running request will end. */
const BUSY_MS = 1_000;
