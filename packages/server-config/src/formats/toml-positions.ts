import { jsonPointer } from '@modegate/json';
import { tomlPathOf } from './toml-format.ts';

/**
 * Maps the JSON pointer of each value in TOML text to the offset of its key. The offset of a table is the offset of its
 * header, or of its first mention if it has no header; values inside a value have no offset.
 *
 * @param text - Valid TOML.
 */
export function tomlPositions(text: string): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let table: readonly string[] = [];
  for (const { start, end, equals } of statementsOf(text)) {
    const key = text.slice(start, equals ?? end);
    const path = tomlPathOf(equals === undefined ? key.replaceAll(/^\[+|\]+$/g, '') : key) ?? [];
    if (equals === undefined) table = path;
    const whole = equals === undefined ? path : [...table, ...path];
    places.set(jsonPointer(...whole), start);
    for (let length = 1; length < whole.length; length++) {
      const above = jsonPointer(...whole.slice(0, length));
      if (!places.has(above)) places.set(above, start);
    }
  }
  return places;
}

/** Header of a table, or a key with its value; `equals` is the end of the key. */
interface Statement {
  readonly start: number;
  readonly end: number;
  readonly equals: number | undefined;
}

function statementsOf(text: string): readonly Statement[] {
  const statements: Statement[] = [];
  let open: Statement | undefined;
  let depth = 0;
  for (let at = 0, next = 0; at < text.length; at = next) {
    const character = text.charAt(at);
    next = endOfToken(text, at);
    if (character === '\n' && depth === 0) {
      if (open !== undefined) statements.push(open);
      open = undefined;
    }
    if (/[\s#]/.test(character)) continue;
    if (/[[{]/.test(character)) depth++;
    if (/[\]}]/.test(character)) depth--;
    const equals = open?.equals ?? (character === '=' && depth === 0 ? at : undefined);
    open = { start: open?.start ?? at, end: next, equals };
  }
  return open === undefined ? statements : [...statements, open];
}

/** Returns the end of the string, comment or single character that starts here. */
function endOfToken(text: string, at: number): number {
  const quote = text.charAt(at);
  if (quote === '#') {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  }
  if (quote !== '"' && quote !== "'") return at + 1;
  const isLong = text.startsWith(quote.repeat(3), at);
  const mark = isLong ? quote.repeat(3) : quote;
  let end = at + mark.length;
  while (end < text.length && !text.startsWith(mark, end)) end += quote === '"' && text[end] === '\\' ? 2 : 1;
  end += mark.length;
  // A long string may end with two quotes before its three closing quotes.
  while (isLong && text[end] === quote) end++;
  return end;
}
