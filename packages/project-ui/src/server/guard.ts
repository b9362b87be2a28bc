import type { IncomingHttpHeaders } from 'node:http';
import { attempt } from '@modegate/json';
import { UiRefusal } from '../operations/refusal.ts';

/**
 * Returns the reason why a request does not come from the page itself: it is addressed to a host name that another site
 * can resolve to this machine (DNS rebinding), or it comes from another origin. Returns undefined if it comes from the
 * page.
 */
export function refusalOf(headers: IncomingHttpHeaders, port: number): UiRefusal | undefined {
  const { host, origin } = headers;
  if (host === undefined || !ownHosts(port).includes(host.toLowerCase()))
    return new UiRefusal(403, 'Host is not allowed.');
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return new UiRefusal(403, 'Origin is not allowed.');
  // Browsers report the source of a request; only the page itself may be opened from a typed address or a link on
  // another site.
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none' || isOpening(headers);
  return isOwn ? undefined : new UiRefusal(403, 'This request comes from another site.');
}

/** @throws {UiRefusal} 415 for a body of another type: a form on another site cannot send JSON unasked. */
export function requireJson(headers: IncomingHttpHeaders): void {
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new UiRefusal(415, 'Send the request as application/json.');
}

/** @throws {UiRefusal} 400 if the text cannot be read or is not JSON. */
export function parseRequest(read: () => string): unknown {
  const parsed: unknown = attempt(() => JSON.parse(read()));
  if (parsed === undefined) throw new UiRefusal(400, 'The request is not JSON.');
  return parsed;
}

function ownHosts(port: number): readonly string[] {
  const names = ['127.0.0.1', 'localhost'];
  // Browsers omit the default port of HTTP.
  return names.flatMap((name) => (port === 80 ? [name, `${name}:80`] : [`${name}:${port}`]));
}

/** True for a link on another site that opens the page in a new tab; such a link sends no data and cannot read any. */
function isOpening(headers: IncomingHttpHeaders): boolean {
  return headers['sec-fetch-mode'] === 'navigate' && headers['sec-fetch-dest'] === 'document';
}
