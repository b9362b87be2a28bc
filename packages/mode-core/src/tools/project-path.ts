import { maxPathLength } from '../pattern/compile-pattern.ts';
import { printable } from '../show.ts';

/** A path that can be matched, or the reason why it cannot be matched. */
export type ProjectPath =
  | { readonly ok: true; readonly path: string }
  | { readonly ok: false; readonly reason: 'outside' | 'ambiguous' | 'too-long' | 'empty'; readonly detail: string };

/**
 * Normalises a path from an agent to a project-relative POSIX path: `\` becomes `/`, `.` and `..` are resolved, and an
 * absolute path inside `projectRoot` becomes relative. Refuses paths that leave the project, are empty, are longer than
 * {@link maxPathLength}, or may be interpreted as another file by a tool or a file system: blanks at either end, which
 * tools trim; control characters, a colon, or a segment that ends in a dot or a space, which Windows drops (a colon
 * starts a stream name); and a `\` that changes where the path leads, because POSIX treats it as an ordinary character.
 * Idempotent.
 */
export function normaliseProjectPath(given: string, projectRoot?: string): ProjectPath {
  if (given.length > maxPathLength) {
    return refuse('too-long', `the path has ${given.length} characters, more than ${maxPathLength}`);
  }
  if (hasOuterBlank(given)) return refuse('ambiguous', OUTER_BLANK);
  if (isPlain(given)) return { ok: true, path: given };
  const slashed = given.replaceAll('\\', '/');
  const relative = isAbsolute(slashed) ? relativeToRoot(slashed, projectRoot) : slashed;
  if (relative === undefined) return refuse('outside', 'it is absolute and not inside the project');
  const read = resolveSegments(relative);
  return read.ok && slashed !== given && !isWindowsRoot(projectRoot) ? requireAlike(given, projectRoot, read) : read;
}

/**
 * On POSIX, `a\b/../..` leads one folder higher than it seems to, so the path must lead to the same location when `\`
 * is treated as an ordinary character.
 */
function requireAlike(given: string, projectRoot: string | undefined, read: ProjectPath & { ok: true }): ProjectPath {
  const relative = given.startsWith('/') ? relativeToRoot(given, projectRoot) : given;
  if (relative === undefined)
    return refuse('outside', "it is absolute and is inside the project only if '\\' separates folders");
  const literal = resolveSegments(relative);
  if (!literal.ok) return literal;
  const alike = resolveSegments(literal.path.replaceAll('\\', '/'));
  if (alike.ok && alike.path === read.path) return read;
  return refuse('ambiguous', "it refers to a different place if '\\' does not separate folders");
}

function isWindowsRoot(projectRoot: string | undefined): boolean {
  return projectRoot !== undefined && /^(?:[a-zA-Z]:|\\)/.test(projectRoot);
}

/** True for nearly every path: the path contains nothing to resolve and nothing ambiguous. */
function isPlain(path: string): boolean {
  let last = 0x2f;
  for (let index = 0; index < path.length; index++) {
    const code = path.charCodeAt(index);
    if (code < 0x20 || code === 0x7f || code === 0x3a || code === 0x5c) return false;
    if (code === 0x2f && !endsSegment(last)) return false;
    last = code;
  }
  return endsSegment(last);
}

/** True unless the segment is empty or ends in a dot or a space (including `.` and `..`). */
function endsSegment(last: number): boolean {
  return last !== 0x2f && last !== 0x2e && last !== 0x20;
}

function resolveSegments(relative: string): ProjectPath {
  const kept: string[] = [];
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment === '..') {
      if (kept.pop() === undefined) return refuse('outside', "it leaves the project through '..'");
    } else if (isAmbiguousSegment(segment)) {
      return refuse('ambiguous', `a file system may treat '${printable(segment)}' as a different name`);
    } else {
      kept.push(segment);
    }
  }
  if (kept.length === 0) return refuse('empty', 'it does not refer to a file');
  const path = kept.join('/');
  return hasOuterBlank(path) ? refuse('ambiguous', OUTER_BLANK) : { ok: true, path };
}

const OUTER_BLANK = 'it begins or ends with white space, which some tools remove';

function hasOuterBlank(path: string): boolean {
  return path.trim() !== path;
}

function isAmbiguousSegment(segment: string): boolean {
  const last = segment.charCodeAt(segment.length - 1);
  if (last === 0x2e || last === 0x20) return true;
  for (let index = 0; index < segment.length; index++) {
    const code = segment.charCodeAt(index);
    if (code < 0x20 || code === 0x7f || code === 0x3a) return true;
  }
  return false;
}

function isAbsolute(slashed: string): boolean {
  return slashed.startsWith('/') || isDrive(slashed);
}

function isDrive(slashed: string): boolean {
  return /^[a-zA-Z]:\//.test(slashed);
}

/**
 * Returns the path below the project root. For drive paths, case is ignored for ASCII letters only, because folding the
 * case of other letters can make two folders equal.
 */
function relativeToRoot(absolute: string, projectRoot: string | undefined): string | undefined {
  if (projectRoot === undefined) return undefined;
  const root = `${projectRoot.replaceAll('\\', '/').replace(/\/+$/, '')}/`;
  const fold = (text: string) =>
    isDrive(text) ? text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase()) : text;
  return fold(absolute).startsWith(fold(root)) ? absolute.slice(root.length) : undefined;
}

function refuse(reason: 'outside' | 'ambiguous' | 'too-long' | 'empty', detail: string): ProjectPath {
  return { ok: false, reason, detail };
}
