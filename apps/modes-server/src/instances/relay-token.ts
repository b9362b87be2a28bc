import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** The header by which an instance shows another one that it belongs to the service. */
export const relayHeader = 'modegate-relay';

/** What opens the relay of one instance. Another one that comes to live at its address can do nothing else with it. */
export function relayToken(secret: string, instanceId: string): string {
  return createHmac('sha256', secret).update(instanceId).digest('base64url');
}

/** Whether a header holds the token; takes the same time for every wrong one. */
export function isRelayToken(header: unknown, token: string): boolean {
  const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(typeof header === 'string' ? header : ''), digest(token));
}
