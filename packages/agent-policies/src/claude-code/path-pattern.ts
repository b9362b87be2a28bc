/** Kind of rule to which a pattern belongs: deny and ask rules have a wider reach than allow rules. */
export type PatternSide = 'allow' | 'restrict';

/**
 * Returns, for each match of a gitignore pattern, the number of leading names in a path that the match covers; the list
 * is empty if nothing matches. The path is relative to the pattern's folder and has no leading slash. Case is ignored.
 * The time taken is at most proportional to the product of the two lengths.
 */
export function matchPathPattern(pattern: string, path: string, side: PatternSide): readonly number[] {
  const shape = readShape(pattern.toLowerCase(), side);
  const segments = path.toLowerCase().split('/');
  const longest = shape.folderOnly ? segments.length - 1 : segments.length;
  return [...matchedLengths(shape.segments, segments)].filter((length) => length >= 1 && length <= longest);
}

interface Shape {
  readonly segments: readonly string[];
  /** True if the pattern matches only the contents of a folder with that name. */
  readonly folderOnly: boolean;
}

/**
 * Drops two asterisks at the end; in an allow rule for one folder, they restrict the pattern to that folder in the
 * start folder.
 */
function readShape(pattern: string, side: PatternSide): Shape {
  const isTree = pattern.endsWith('/**');
  const body = (isTree ? pattern.slice(0, -'/**'.length) : pattern).trimEnd();
  if (body === '' || body === '**') return { segments: ['**'], folderOnly: false };
  const name = body.replace(/\/$/, '');
  const isAnchored = name.includes('/') || (isTree && side === 'allow');
  const segments = name.replace(/^\//, '').split('/');
  return { segments: isAnchored ? segments : ['**', ...segments], folderOnly: name !== body };
}

/** Returns the numbers of leading names in the path that the pattern matches. */
function matchedLengths(pattern: readonly string[], path: readonly string[]): ReadonlySet<number> {
  let reached = new Set([0]);
  for (const part of pattern) {
    const next = new Set<number>();
    if (part === '**') for (let at = smallest(reached); at <= path.length; at += 1) next.add(at);
    else for (const at of reached) if (matchesSegment(part, path[at])) next.add(at + 1);
    reached = next;
    if (next.size === 0) break;
  }
  return reached;
}

function smallest(numbers: ReadonlySet<number>): number {
  let least = Number.POSITIVE_INFINITY;
  for (const number of numbers) least = Math.min(least, number);
  return least;
}

/** Matches one name against `*`, `?`, `[…]` and backslash escapes; stores a single position for backtracking. */
function matchesSegment(pattern: string, name: string | undefined): boolean {
  if (name === undefined) return false;
  const tokens = readTokens(pattern);
  let token = 0;
  let at = 0;
  let star = -1;
  let mark = 0;
  while (at < name.length) {
    const current = tokens[token];
    if (current === '*') {
      star = token;
      mark = at;
      token += 1;
    } else if (current?.(name.charAt(at))) {
      token += 1;
      at += 1;
    } else if (star >= 0) {
      token = star + 1;
      mark += 1;
      at = mark;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === '*');
}

type Token = '*' | ((character: string) => boolean);

function readTokens(pattern: string): readonly Token[] {
  const tokens: Token[] = [];
  for (let at = 0; at < pattern.length; at += 1) {
    const character = pattern.charAt(at);
    const close = character === '[' ? pattern.indexOf(']', at + 2) : -1;
    if (character === '*') {
      if (tokens.at(-1) !== '*') tokens.push('*');
    } else if (character === '?') tokens.push(() => true);
    else if (close !== -1) {
      tokens.push(readClass(pattern.slice(at + 1, close)));
      at = close;
    } else {
      if (character === '\\' && at + 1 < pattern.length) at += 1;
      const literal = pattern.charAt(at);
      tokens.push((one) => one === literal);
    }
  }
  return tokens;
}

function readClass(body: string): Token {
  const isNegated = body.startsWith('!') || body.startsWith('^');
  const inner = isNegated ? body.slice(1) : body;
  return (character) => {
    for (let at = 0; at < inner.length; at += 1) {
      const isRange = inner.charAt(at + 1) === '-' && at + 2 < inner.length;
      const last = isRange ? inner.charAt(at + 2) : inner.charAt(at);
      if (character >= inner.charAt(at) && character <= last) return !isNegated;
      if (isRange) at += 2;
    }
    return isNegated;
  };
}
