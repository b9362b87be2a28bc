/**
 * Lists the encoded forms of a string that programs may print: Base64 in both alphabets (also within longer text),
 * hexadecimal and percent encoding. Empty for a string that cannot be encoded (because of a lone surrogate).
 */
export function encodedForms(text: string): readonly string[] {
  const bytes = utf8Bytes(text);
  if (bytes === undefined) return [];
  const hex = bytes.map(hexOf);
  const percents = hex.map((code) => `%${code}`).join('');
  const encoded = encodeURIComponent(text);
  const lower = encoded.replaceAll(/%../g, (code) => code.toLowerCase());
  const plain = [...base64Forms(bytes), hex.join('')];
  return [
    ...plain,
    ...plain.map(forAddresses),
    hex.join('').toUpperCase(),
    encoded,
    lower,
    percents,
    percents.toUpperCase(),
  ];
}

/** For each of the three offsets within groups of three bytes, returns the characters that depend only on the text. */
function base64Forms(bytes: readonly number[]): readonly string[] {
  const whole = base64(bytes);
  const padding = '='.repeat((4 - (whole.length % 4)) % 4);
  const parts = [0, 1, 2].map((before) => {
    const text = base64([...Array<number>(before).fill(0), ...bytes]);
    return text.slice(Math.ceil((before * 8) / 6), Math.floor(((before + bytes.length) * 8) / 6));
  });
  return [`${whole}${padding}`, whole, ...parts];
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function base64(bytes: readonly number[]): string {
  const bits = bytes.map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return bits.replaceAll(/.{1,6}/g, (six) => ALPHABET.charAt(Number.parseInt(six.padEnd(6, '0'), 2)));
}

function forAddresses(text: string): string {
  return text.replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function hexOf(byte: number): string {
  return byte.toString(16).padStart(2, '0');
}

/** Encodes text without the platform's encoder, on which this package does not rely. */
function utf8Bytes(text: string): readonly number[] | undefined {
  try {
    const units = encodeURIComponent(text).match(/%..|./g) ?? [];
    return units.map((unit) => (unit.length === 3 ? Number.parseInt(unit.slice(1), 16) : unit.charCodeAt(0)));
  } catch {
    return undefined;
  }
}
