export { type BackoffBounds, backoffDelayMs, type FailedTry } from './backoff.ts';
export { createPace, type Pace, type PaceClock } from './pace.ts';
export { createPlaces, type LeavePlace, type Places } from './places.ts';
export { createRateLimit, type RateAnswer, type RateBounds, type RateLimit } from './rate-limit.ts';
export { backgroundSchedule, LONGEST_DELAY_MS, type Schedule, timerSchedule } from './timers.ts';
export { createQueue, createTurns, type Queue, type TakeTurns } from './turns.ts';
