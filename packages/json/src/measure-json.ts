import { endOfString } from './end-of-string.ts';

/** Size of a JSON text. */
export interface JsonSize {
  /**
   * Number of member names. A number of more than 20 digits is also counted, because preserving its spelling takes as
   * long as reading a name.
   */
  readonly names: number;
  /** Number of members and elements. */
  readonly values: number;
}

/**
 * Counts the names and values of a JSON text without parsing it, because parsing would take many times as long. Stops
 * when a count exceeds its bound; that count is then the bound plus one. The result is meaningless for text that is not
 * JSON.
 */
export function measureJson(text: string, most: JsonSize): JsonSize {
  let names = 0;
  let values = 1;
  let digits = 0;
  for (let index = 0; index < text.length && names <= most.names && values <= most.values; index++) {
    const code = text.charCodeAt(index);
    if (code === QUOTE) index = endOfString(text, index);
    else if (code === COLON) names++;
    else if (code === COMMA || code === OPENING_BRACKET || code === OPENING_BRACE) values++;
    digits = code >= POINT && code <= NINE ? digits + 1 : 0;
    if (digits === MANY_DIGITS) names++;
  }
  return { names, values };
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const POINT = 0x2e;
const NINE = 0x39;
const COLON = 0x3a;
const OPENING_BRACKET = 0x5b;
const OPENING_BRACE = 0x7b;

const MANY_DIGITS = 21;
