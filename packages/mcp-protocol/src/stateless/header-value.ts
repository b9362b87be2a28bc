const ENCODED = /^=\?base64\?((?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?)\?=$/;

/** A value that does not fit a header comes as Base64 of its UTF-8 between marks; undefined when it is marked and is none. */
export function decodeHeader(value: string): string | undefined {
  if (!(value.startsWith('=?base64?') && value.endsWith('?='))) return value;
  const [, digits] = ENCODED.exec(value) ?? [];
  if (digits === undefined) return undefined;
  try {
    const bytes = Uint8Array.from(atob(digits), (character) => character.charCodeAt(0));
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
