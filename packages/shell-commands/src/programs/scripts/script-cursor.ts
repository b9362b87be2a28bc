/** @internal A position in a script. */
export interface ScriptCursor {
  readonly script: string;
  at: number;
}

/**
 * @internal Consumes the text that a pattern with the flag `y` matches at the current position; undefined if nothing
 * matches.
 */
export function take(cursor: ScriptCursor, pattern: RegExp): string | undefined {
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.script)?.[0];
  cursor.at += found?.length ?? 0;
  return found;
}

/**
 * @internal Consumes a regular expression up to its delimiter; undefined if the expression does not end, or if programs
 * disagree on where it ends: at a delimiter in brackets, after a backslash before `]`, or at the end of a line.
 */
export function takeExpression(cursor: ScriptCursor, delimiter: string): string | undefined {
  const expression = takeUntil(cursor, delimiter);
  return expression === undefined || /\\\n/.test(expression) || hasOddBracket(expression) ? undefined : expression;
}

/**
 * @internal Consumes the text up to a delimiter that is not preceded by a backslash, and the delimiter itself;
 * undefined if the line ends first.
 */
export function takeUntil(cursor: ScriptCursor, delimiter: string): string | undefined {
  const { script, at } = cursor;
  for (let end = at; end < script.length && script[end] !== '\n'; end++) {
    if (script[end] === '\\') end++;
    else if (script[end] === delimiter) {
      cursor.at = end + 1;
      return script.slice(at, end);
    }
  }
  return undefined;
}

function hasOddBracket(expression: string): boolean {
  const cursor: ScriptCursor = { script: expression, at: 0 };
  while (cursor.at < expression.length) {
    if (take(cursor, /(?:[^[\\]|\\.)+/sy) !== undefined) continue;
    const bracket = take(cursor, /\[\^?\]?(?:[^\][]|\[(?![.:=])|\[([.:=])[^\]]*\1\])*\]/y);
    if (bracket === undefined || bracket.endsWith('\\]')) return true;
  }
  return false;
}
