import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Header with which an instance proves to another that it belongs to the service. */
export const relayHeader = 'modegate-relay';

/**
 * Returns the token that opens the relay of one instance. Another instance that later gets its address can do nothing
 * else with it.
 */
export function relayToken(secret: string, instanceId: string): string {
  return createHmac('sha256', secret).update(instanceId).digest('base64url');
}

/** True if a header contains the token; takes the same time for every wrong one. */
export function isRelayToken(header: unknown, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(typeof header === 'string' ? header : ''), digest(token));
}
