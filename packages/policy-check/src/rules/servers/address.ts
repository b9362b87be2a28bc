/** Scheme, user part and host of an address, as far as they are written literally. */
export interface Address {
  readonly scheme: string;
  /** The part between `//` and `@`; `''` if there is none. */
  readonly userInfo: string;
  /** In lower case, without brackets or port. */
  readonly host: string;
  /** Query parameters, each with its name and value as written. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

/** Reads an absolute address; undefined if the text is not an address, or if a variable determines its host. */
export function readAddress(text: string): Address | undefined {
  const match =
    /^\s*([A-Za-z][A-Za-z0-9+.-]{0,30}):\/\/(?:([^/?#@\s]{0,500})@)?(\[[0-9A-Fa-f:.]{2,50}\]|[^/?#:@\s]{1,255})/.exec(
      text.slice(0, 4000),
    );
  if (match === null) return undefined;
  const [, scheme = '', userInfo = '', host = ''] = match;
  if (/[$%{}<>]/.test(host)) return undefined;
  const query = text.slice(0, 4000).split('#')[0]?.split('?')[1] ?? '';
  const pairs = query.split('&').map((pair): readonly [string, string] => {
    const at = pair.indexOf('=');
    return at === -1 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
  });
  return { scheme: scheme.toLowerCase(), userInfo, host: host.toLowerCase().replaceAll(/^\[|\]$/g, ''), query: pairs };
}

/** True if a host is the local machine, including when it is addressed from inside a container. */
export function isLoopback(host: string): boolean {
  return (
    /(?:^|\.)localhost\.?$/.test(host) ||
    /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host) ||
    /^(?:::1|0\.0\.0\.0|::|::ffff:127\.[\d.]+|(?:host|gateway)\.docker\.internal|host\.containers\.internal)$/.test(
      host,
    )
  );
}

/**
 * True if a host can only be on a private network, because of its address or because public resolvers cannot resolve
 * its name.
 */
export function isPrivateHost(host: string): boolean {
  return (
    /^(?:10\.|192\.168\.|169\.254\.|172\.(?:1[6-9]|2\d|3[01])\.|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7])\.)[\d.]+$/.test(
      host,
    ) ||
    /^(?:f[cd]|fe[89ab])[0-9a-f]{0,2}:/.test(host) ||
    /\.(?:local|lan|home|internal|intranet|corp|home\.arpa|ts\.net)\.?$/.test(host) ||
    !/[.:]/.test(host)
  );
}
