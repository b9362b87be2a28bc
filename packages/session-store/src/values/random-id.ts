import { invalidValue } from './invalid-value.ts';

/** Prefix of an id: session or task. */
export type IdPrefix = 'ses_' | 'task_';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const digits = 26;

/**
 * Returns the prefix and 26 digits in base 32 (130 random bits) from the platform's `crypto`.
 * @throws {SessionError} VALUE_INVALID if the platform has no `crypto`; in that case, pass `createId`.
 */
export function randomId(prefix: IdPrefix): string {
  const { crypto } = globalThis as { readonly crypto?: RandomSource };
  if (crypto === undefined) throw invalidValue('createId', 'provided on platforms without globalThis.crypto', 'absent');
  let id: string = prefix;
  for (const byte of crypto.getRandomValues(new Uint8Array(digits))) id += alphabet.charAt(byte & 31);
  return id;
}

// The only function from the Web Crypto API that is required, declared here because the package is compiled without the
// DOM.
interface RandomSource {
  getRandomValues(array: Uint8Array): Uint8Array;
}
