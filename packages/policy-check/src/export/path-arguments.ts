import type { PathPatterns } from './path-globs.ts';
import type { PathPiece, PathSet, PathShape } from './path-set.ts';

/**
 * Writes regular expressions over the arguments of a call as JSON text, with a NUL on both sides of each argument so
 * that no file content can look like an argument. The expressions accept only normalised paths, either relative to the
 * project or absolute inside `root`.
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

/** Gemini CLI ignores a rule whose pattern is longer than this. */
const maxLength = 2048;

/**
 * Writes a pattern for the root. No group may be followed by a quantifier, because Gemini CLI considers such a rule
 * dangerous and ignores it.
 */
function writeRoot(root: string | undefined): string {
  const folder = root?.replaceAll('\\', '/').replace(/\/+$/, '');
  // No file name can contain the colon of a drive path.
  return folder === undefined || !isPlainText(folder.replace(/^[a-zA-Z]:/, '')) ? '' : `(?:|${escapeText(folder)}/)`;
}

/** Excludes a root, and any segment that is empty, `.` or `..`, or that ends in a dot or a space. */
const normalForm = String.raw`(?![/\s])(?![^"]*[./\s](?:/|"))`;

/** True for text that JSON writes unescaped and that no system interprets differently. */
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
