import { isMap, isPair, isScalar, isSeq, parseDocument, Scalar, visit, type visitorFn } from 'yaml';

/** The value under a cursor in YAML or JSON. */
export interface CursorValue {
  /** Keys and indexes from the root of the file to the value. */
  readonly path: readonly (string | number)[];
  /** Offsets of the value's text, including quotes, which a completion replaces. */
  readonly start: number;
  readonly end: number;
  readonly quote: '"' | "'" | '';
  /** True for a key; `path` then leads to the object that contains the key. */
  readonly isKey: boolean;
  /** Other keys of the same object; empty in a list. */
  readonly keys: readonly string[];
  /** Returns the value of another key in the same object; undefined if that key does not exist or is not a string. */
  readonly sibling: (key: string) => string | undefined;
}

/**
 * A word that occurs in no file. It is inserted at the cursor so that even an unfinished line contains a value to find.
 */
const mark = 'modegateCursorMark';

/** Maximum length, in UTF-16 code units, of the text to search. */
const maxLength = 1024 * 1024;

/**
 * Finds the key or value being written at an offset; returns undefined in a comment or at a position that contains
 * neither.
 */
export function findCursorValue(text: string, offset: number): CursorValue | undefined {
  if (text.length > maxLength) return undefined;
  const document = parseDocument(text.slice(0, offset) + mark + text.slice(offset), {
    strict: false,
    logLevel: 'silent',
  });
  let found: CursorValue | undefined;
  visit(document, {
    Scalar(key, node, ancestors) {
      if (typeof node.value !== 'string' || !node.value.includes(mark)) return undefined;
      const [start = offset, end = offset] = node.range ?? [];
      const quote = quotes[node.type ?? ''] ?? '';
      const map = ancestors.findLast((ancestor) => isMap(ancestor));
      const isKey = key === 'key';
      found = {
        path: isKey ? pathOf(ancestors, node).slice(0, -1) : pathOf(ancestors, node),
        isKey,
        keys: isKey && isMap(map) ? map.items.map((pair) => String(isScalar(pair.key) ? pair.key.value : '')) : [],
        start,
        // An unclosed quote extends to the next one; in that case, only the text before the cursor is replaced.
        end: text.slice(start, end - mark.length).includes('\n') ? offset : end - mark.length,
        quote,
        sibling: (name) => {
          const value = isMap(map) ? map.get(name) : undefined;
          return typeof value === 'string' ? value : undefined;
        },
      };
      return visit.BREAK;
    },
  });
  return found;
}

const quotes: Readonly<Record<string, CursorValue['quote']>> = {
  [Scalar.QUOTE_DOUBLE]: '"',
  [Scalar.QUOTE_SINGLE]: "'",
};

type Ancestors = Parameters<visitorFn<Scalar>>[2];

/**
 * Returns the keys and indexes on the path down to a node: the key of each pair, and the position of each list item.
 */
function pathOf(ancestors: Ancestors, node: Scalar): readonly (string | number)[] {
  return ancestors.flatMap((parent, index): readonly (string | number)[] => {
    const child = ancestors[index + 1] ?? node;
    if (isSeq(parent)) return [parent.items.indexOf(child)];
    return isPair(parent) && isScalar(parent.key) ? [String(parent.key.value)] : [];
  });
}
