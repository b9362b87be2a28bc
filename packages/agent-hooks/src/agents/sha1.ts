import { sha1 as digest } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/**
 * Returns the hash that some agents put into names, in hexadecimal. The hash has no security purpose, either in those
 * agents or in this code.
 */
export function sha1(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}
