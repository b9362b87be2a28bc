import { type PlaygroundState, readState } from './playground-state.ts';

/**
 * Maximum length in characters of a fragment that is written or read; chat programs and issue trackers do not split
 * links of this length.
 */
export const maxFragmentCharacters = 30_000;

/** Larger than the JSON of any state that can be written. Anything larger is not decompressed. */
const maxJsonBytes = 8_000_000;

/** The start of every fragment; a later format will have another number. */
const prefix = 'v1.';

/** The content of a fragment. */
export type FragmentReading =
  | { readonly state: 'empty' }
  | { readonly state: 'read'; readonly value: PlaygroundState }
  /** The reason is a sentence. */
  | { readonly state: 'broken'; readonly reason: string };

/**
 * Writes a state as a link fragment, without `#`: JSON, deflated, in URL-safe Base64. Secrets must be removed from the
 * state first.
 */
export async function writeFragment(state: PlaygroundState): Promise<string> {
  const json = new TextEncoder().encode(JSON.stringify(state));
  const bytes = await pump(json, new CompressionStream('deflate-raw'), Number.POSITIVE_INFINITY);
  return prefix + toBase64(bytes ?? new Uint8Array());
}

/**
 * Reads the state in a fragment, with or without its `#`. Never rejects because of the content, and never decompresses
 * without a limit.
 */
export async function readFragment(fragment: string): Promise<FragmentReading> {
  const text = fragment.replace(/^#/, '');
  if (text === '') return { state: 'empty' };
  if (!text.startsWith(prefix))
    return broken('The link does not belong to this page, or comes from a newer version of the page.');
  if (text.length > maxFragmentCharacters) return broken('The link is longer than any link that this page creates.');
  const value = readState(await unpack(text.slice(prefix.length)));
  return value === undefined
    ? broken('The link is damaged: part of it is missing or changed.')
    : { state: 'read', value };
}

function broken(reason: string): FragmentReading {
  return { state: 'broken', reason };
}

async function unpack(text: string): Promise<unknown> {
  try {
    const bytes = await pump(fromBase64(text), new DecompressionStream('deflate-raw'), maxJsonBytes);
    return bytes === undefined ? undefined : JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    // Invalid Base64, deflate, UTF-8 or JSON.
    return undefined;
  }
}

/** Reads a stream to its end; returns undefined if the stream is longer than `maxBytes`. */
async function pump(
  input: Uint8Array<ArrayBuffer>,
  through: CompressionStream | DecompressionStream,
  maxBytes: number,
): Promise<Uint8Array | undefined> {
  const pieces: BlobPart[] = [];
  let length = 0;
  const reader = new Blob([input]).stream().pipeThrough(through).getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    pieces.push(read.value);
    length += read.value.length;
    if (length <= maxBytes) continue;
    await reader.cancel();
    return undefined;
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function toBase64(bytes: Uint8Array): string {
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}
