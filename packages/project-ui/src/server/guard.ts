import type { IncomingHttpHeaders } from 'node:http';

/** The refusal sent for a request that is not admitted. */
export interface PageRefusal {
  readonly status: number;
  readonly message: string;
}

/**
 * Returns the reason why a request does not come from the page itself: it is addressed to a host name that another site
 * can resolve to this machine (DNS rebinding), or it comes from another origin. Returns undefined if it comes from the
 * page.
 */
export function refusalOf(headers: IncomingHttpHeaders, port: number): PageRefusal | undefined {
  const { host, origin } = headers;
  if (host === undefined || !ownHosts(port).includes(host.toLowerCase()))
    return { status: 403, message: 'Host is not allowed.' };
  if (origin !== undefined && origin !== `http://${host.toLowerCase()}`)
    return { status: 403, message: 'Origin is not allowed.' };
  // Browsers report the source of a request; only the page itself may be opened from a typed address or a link on
  // another site.
  const site = headers['sec-fetch-site'];
  const isOwn = site === undefined || site === 'same-origin' || site === 'none' || isOpening(headers);
  return isOwn ? undefined : { status: 403, message: 'This request comes from another site.' };
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
