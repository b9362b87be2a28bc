const PREFIX = '=?base64?';
const SUFFIX = '?=';

/** Visible ASCII with spaces and tabs inside (RFC 9110, 5.5). */
const PLAIN = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/u;

/** A value as a header can carry it (MCP 2026-07-28, basic/transports/streamable-http, Value Encoding). */
export function headerValue(value: string): string {
  const isPlain = PLAIN.test(value) && !(value.startsWith(PREFIX) && value.endsWith(SUFFIX));
  return isPlain ? value : `${PREFIX}${Buffer.from(value, 'utf8').toString('base64')}${SUFFIX}`;
}
