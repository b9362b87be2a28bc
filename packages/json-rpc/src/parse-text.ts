import { nestsDeeper, parseExactly } from '@modegate/json';

/** Content of parsed text. */
export type ParsedText =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'not-json' }
  | { readonly kind: 'too-deep'; readonly value: unknown };

/** Maximum nesting depth, because code that walks a message may recurse. */
export const MAX_JSON_DEPTH = 512;

// Some Windows shells put a byte order mark at the start of a pipe.
const BYTE_ORDER_MARK = '\uFEFF';

/** Parses the text of a message or batch. Numbers retain their spelling (`parseExactly`). */
export function parseText(text: string): ParsedText {
  let value: unknown;
  try {
    value = parseExactly(text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text);
  } catch {
    return { kind: 'not-json' };
  }
  return { kind: nestsDeeper(text, MAX_JSON_DEPTH) ? 'too-deep' : 'value', value };
}
