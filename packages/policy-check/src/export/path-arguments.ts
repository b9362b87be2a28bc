import type { PathPatterns } from './path-globs.ts';
import type { PathPiece, PathSet, PathShape } from './path-set.ts';

/**
 * Regular expressions over the arguments of a call as JSON text, with a NUL on both sides of each argument, so that no content of
 * a file can look like one. They take paths in normal form only, relative to the project or absolute inside `root`.
 */
export function toArgumentPatterns({ allow, except, isExact }: PathSet, key: string, root?: string): PathPatterns {
  const write = (shape: PathShape) => writeArgument(shape, key, root);
  const denied = except.map(write);
  if (denied.includes(undefined)) return { allow: [], deny: [], isExact: false };
  const kept = allow.flatMap((shape) => write(shape) ?? []);
  return { allow: kept, deny: denied.flatMap((one) => one ?? []), isExact: isExact && kept.length === allow.length };
}

function writeArgument(shape: PathShape, key: string, root: string | undefined): string | undefined {
  const body = shape.map(writePiece).join('');
  const pattern = `\\u0000"${key}":"${writeRoot(root)}${normalForm}${body}"\\u0000`;
  const isPlain = shape.every((piece) => piece.kind !== 'text' || isPlainText(piece.text));
  return isPlain && pattern.length <= maxLength ? pattern : undefined;
}

/** Gemini CLI ignores a rule with a longer pattern. */
const maxLength = 2048;

/** No group may be followed by a quantifier: Gemini CLI takes that for a danger, and ignores the rule. */
function writeRoot(root: string | undefined): string {
  const folder = root?.replaceAll('\\', '/').replace(/\/+$/, '');
  // The colon of a drive is one that no file name has.
  return folder === undefined || !isPlainText(folder.replace(/^[a-zA-Z]:/, '')) ? '' : `(?:|${escapeText(folder)}/)`;
}

/** No root, and no part that is empty, `.`, `..`, or ends in a dot or a blank. */
const normalForm = String.raw`(?![/\s])(?![^"]*[./\s](?:/|"))`;

/** What JSON writes as it is, and what no system takes for something else. */
function isPlainText(text: string): boolean {
  return !/[\p{Cc}\p{Cs}"\\:]/u.test(text);
}

function writePiece(piece: PathPiece): string {
  return piece.kind === 'text' ? escapeText(piece.text) : wildcards[piece.kind];
}

const wildcards = { any: '[^"\\\\:]*', flat: '[^"\\\\:/]*', one: '[^"\\\\:]', 'flat-one': '[^"\\\\:/]' } as const;

function escapeText(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);
}
