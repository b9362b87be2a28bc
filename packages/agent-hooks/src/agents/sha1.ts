import { sha1 as digest } from '@noble/hashes/legacy.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Returns the hash that some agents put into names, in hexadecimal. It has no security purpose, there or here. */
export function sha1(text: string): string {
  return bytesToHex(digest(utf8ToBytes(text)));
}
