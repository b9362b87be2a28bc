import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** Header that carries an instance's token. */
export const relayHeader = 'modegate-relay';

/** Creates the relay token for one instance. The token is worthless to another process at the same address. */
export function relayToken(secret: string, instanceId: string): string {
  return createHmac('sha256', secret).update(instanceId).digest('base64url');
}

/** Compares a header with the token in constant time. */
export function isRelayToken(header: unknown, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(typeof header === 'string' ? header : ''), digest(token));
}
