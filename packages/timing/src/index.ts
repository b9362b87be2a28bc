export { type BackoffBounds, backoffDelayMs, type FailedAttempt } from './backoff.ts';
export { createKeyedMutex, createMutex, type KeyedMutex, type Mutex } from './keyed-mutex.ts';
export { createListeners, type Listeners } from './listeners.ts';
export { createRateLimit, type RateAnswer, type RateBounds, type RateLimit } from './rate-limit.ts';
export { createKeyedSemaphore, type KeyedSemaphore, type Release } from './semaphore.ts';
export { createThrottle, type Throttle, type ThrottleOptions } from './throttle.ts';
export { backgroundSchedule, LONGEST_DELAY_MS, type Schedule, timerSchedule } from './timers.ts';
export { type WaitLimits, waitAtMost } from './wait-at-most.ts';
