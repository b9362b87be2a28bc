import type { PathSet, PathShape } from './path-set.ts';

/** Patterns for an agent in which deny patterns take precedence. */
export interface PathPatterns {
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** True if the patterns cover everything that the mode allows. */
  readonly isExact: boolean;
}

/** Writes patterns in which `*` matches any characters, including `/`, and `?` matches one character. */
export function toStarGlobs({ allow, except, isExact }: PathSet): PathPatterns {
  const denied = except.map((shape) => writeStars(shape));
  if (denied.includes(undefined)) return { allow: [], deny: [], isExact: false };
  const written = allow.map((shape) => ({ shape, glob: writeStars(shape), beyond: beyondFlat(shape) }));
  const kept = written.filter(({ glob, beyond }) => glob !== undefined && beyond !== 'unsaid');
  const beyond = kept.flatMap((one) =>
    Array.isArray(one.beyond) ? [{ ...one, beyond: one.beyond as PathShape }] : [],
  );
  const overlaps = beyond.some((one) => kept.some(({ shape }) => shape !== one.shape && mayOverlap(shape, one.beyond)));
  return {
    allow: kept.flatMap(({ glob }) => glob ?? []),
    deny: [...denied, ...beyond.map((one) => writeStars(one.beyond))].flatMap((glob) => glob ?? []),
    isExact: isExact && kept.length === allow.length && !overlaps && !except.some(isFlat),
  };
}

function writeStars(shape: PathShape): string | undefined {
  if (shape.some((piece) => piece.kind === 'text' && /[*?\\]/.test(piece.text))) return undefined;
  const glob = shape.map((piece) => (piece.kind === 'text' ? piece.text : stars[piece.kind])).join('');
  // Some agents treat a space before the last star as optional; in an object, a numeric key comes first, regardless of
  // its position in the source.
  return glob.endsWith(' *') || /^\d+$/.test(glob) ? undefined : glob;
}

const stars = { any: '*', flat: '*', one: '?', 'flat-one': '?' } as const;

/**
 * Returns the additional paths that are allowed if `*` replaces `[^/]*`: paths of the same shape that contain a `/`.
 * The result is exact if all wildcards are adjacent, so that the text around them determines what they match.
 */
function beyondFlat(shape: PathShape): PathShape | 'unsaid' | undefined {
  if (!isFlat(shape)) return undefined;
  const from = shape.findIndex(({ kind }) => kind !== 'text');
  const to = shape.findLastIndex(({ kind }) => kind !== 'text');
  const run = shape.slice(from, to + 1);
  if (!run.every((piece) => isFlat([piece]))) return 'unsaid';
  const slash = { kind: 'text', text: '/' } as const;
  return [...shape.slice(0, from), { kind: 'any' }, slash, { kind: 'any' }, ...shape.slice(to + 1)];
}

function isFlat(shape: PathShape): boolean {
  return shape.some(({ kind }) => kind === 'flat' || kind === 'flat-one');
}

/** True if two shapes may overlap; shapes that begin with different text certainly have no path in common. */
function mayOverlap(left: PathShape, right: PathShape): boolean {
  const [a, b] = [left, right].map(([first]) => (first?.kind === 'text' ? first.text : '')) as [string, string];
  return a.startsWith(b) || b.startsWith(a);
}

/**
 * Writes `.gitignore` patterns, relative to the project root and without the leading `/`. A pattern that matches a
 * folder includes everything below it, so paths below such a folder are denied, as are paths that a system may
 * interpret as another name.
 */
export function toGitignore({ allow, except, isExact }: PathSet): PathPatterns {
  const denied = except.map(writeGitignore);
  // Replacing any one character with `?` would deny too little.
  if (denied.includes(undefined) || except.flat().some(({ kind }) => kind === 'one'))
    return { allow: [], deny: [], isExact: false };
  const written = allow.map((shape) => ({ shape, patterns: writeGitignore(shape) }));
  const kept = written.flatMap(({ shape, patterns }) => (patterns === undefined ? [] : [{ shape, patterns }]));
  const named = kept.filter(({ shape }) => shape.at(-1)?.kind !== 'any');
  return {
    allow: kept.flatMap(({ patterns }) => patterns),
    deny: [
      ...denied.flatMap((patterns) => (patterns ?? []).flatMap(withAllBelow)),
      ...named.flatMap(({ patterns }) => patterns.map((pattern) => `${pattern}/**`)),
      ...(kept.length > 0 ? ambiguous : []),
    ],
    isExact:
      isExact &&
      kept.length === allow.length &&
      named.length === 0 &&
      except.every((shape) => shape.at(-1)?.kind === 'any') &&
      !allow.flat().some(({ kind }) => kind === 'one'),
  };
}

const ambiguous = ['**/*:*', '**/*:*/**', '**/*.', '**/*./**'];

/** Not every agent documents that a pattern for a folder includes everything below it. */
function withAllBelow(pattern: string): readonly string[] {
  return pattern.endsWith('**') ? [pattern] : [pattern, `${pattern}/**`];
}

/**
 * Writes a shape as `.gitignore` patterns; returns undefined if the shape contains a letter that the rules for these
 * patterns may interpret differently.
 */
function writeGitignore(shape: PathShape): readonly string[] | undefined {
  const texts = shape.flatMap((piece) => (piece.kind === 'text' ? [piece.text] : []));
  if (texts.some((text) => /[^\w\-./@+=~%&\u00A0-\uFFFF]/.test(text)) || texts[0]?.startsWith('/')) return undefined;
  if (shape.filter(({ kind }) => kind === 'any').length > maxStars) return undefined;
  return writeFrom(shape, '');
}

/** Each star may double the number of patterns. */
const maxStars = 5;

function writeFrom([piece, ...rest]: PathShape, before: string): readonly string[] {
  if (piece === undefined) return [before];
  if (piece.kind === 'text') return writeFrom(rest, before + piece.text);
  if (piece.kind !== 'any') return writeFrom(rest, before + (piece.kind === 'flat' ? '*' : '?'));
  const isFolder = before === '' || before.endsWith('/');
  if (rest.length === 0) return [isFolder ? `${before}**` : `${before}*`];
  if (isFolder) return writeFrom(rest, `${before}**/*`);
  return [...writeFrom(rest, `${before}*`), ...writeFrom(rest, `${before}*/**/*`)];
}
