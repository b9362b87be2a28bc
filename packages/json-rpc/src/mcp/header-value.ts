import { attempt } from '@modegate/json';

const PREFIX = '=?base64?';
const SUFFIX = '?=';

/** Visible ASCII, with spaces and tabs allowed only between other characters (RFC 9110, 5.5). */
const PLAIN = /^(?:[\x21-\x7e](?:[\t\x20-\x7e]*[\x21-\x7e])?)?$/u;
const ENCODED = /^=\?base64\?((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)\?=$/;

/** Encodes a value for an HTTP header (MCP 2026-07-28, basic/transports/streamable-http, Value Encoding). */
export function encodeHeader(value: string): string {
  if (PLAIN.test(value) && !isMarked(value)) return value;
  return `${PREFIX}${Buffer.from(value, 'utf8').toString('base64')}${SUFFIX}`;
}

/** Decodes a header value; undefined if it is marked as Base64 but is not valid Base64-encoded UTF-8. */
export function decodeHeader(value: string): string | undefined {
  if (!isMarked(value)) return value;
  const [, digits] = ENCODED.exec(value) ?? [];
  if (digits === undefined) return undefined;
  return attempt(() => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(digits, 'base64')));
}

function isMarked(value: string): boolean {
  return value.startsWith(PREFIX) && value.endsWith(SUFFIX);
}
