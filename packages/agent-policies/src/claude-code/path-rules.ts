import { liesInside } from '../paths.ts';
import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import { deviceLinks } from './device-files.ts';
import { matchPathPattern, type PatternSide } from './path-pattern.ts';
import { resolveLinks, toPosixPath } from './paths.ts';

/** A file, and the tool whose path rules apply to it. */
export interface RuledFile {
  readonly tool: 'Read' | 'Edit';
  readonly path: string;
}

/**
 * True if a path rule applies to a file: an allow rule must match both the path and the path with symbolic links
 * resolved; other rules need to match only one of the two.
 */
export function matchesPathRule(session: ClaudeSession, rule: ClaudeRule, { tool, path }: RuledFile): boolean {
  if (rule.tool !== tool || rule.specifier === undefined) return false;
  const matches = (one: string) => matchesRule(session, rule, one);
  if (rule.list !== 'allow') return bothEnds(session, path).some(matches);
  return bothEnds(session, path).every(matches);
}

/** True if a path, both as written and with symbolic links resolved, is in the working folders. */
export function isInFolders(session: ClaudeSession, path: string): boolean {
  const folders = session.folders.flatMap((folder) => bothEnds(session, folder));
  return bothEnds(session, path).every((one) => folders.some((folder) => liesInside(folder, one)));
}

/** Returns a path as written and with its symbolic links resolved. */
export function bothEnds({ links, platform }: ClaudeSession, path: string): readonly string[] {
  const isDevice = platform === 'linux' && path.startsWith('/dev/');
  const target = resolveLinks(path, isDevice ? { ...deviceLinks, ...links } : links);
  return target === path ? [path] : [path, target];
}

function matchesRule(session: ClaudeSession, rule: ClaudeRule, path: string): boolean {
  const side: PatternSide = rule.list === 'allow' ? 'allow' : 'restrict';
  const places = anchorsOf(session, rule);
  const matches = (anchor: Anchor) => {
    if (anchor.isException) return false;
    const lengths = lengthsOf(anchor, path, side);
    const excepted = exceptionsTo(session, rule, anchor).flatMap((one) => lengthsOf(one, path, side));
    return lengths.some((length) => !excepted.includes(length));
  };
  return side === 'allow' ? places.length > 0 && places.every(matches) : places.some(matches);
}

function lengthsOf({ folder, pattern }: Anchor, path: string, side: PatternSide): readonly number[] {
  const relative = relativeTo(path, folder, side);
  return relative === undefined ? [] : matchPathPattern(pattern, relative, side);
}

/**
 * Returns later rules for the same folder that begin with an exclamation mark; for a deny rule, returns only rules from
 * the same file.
 */
function exceptionsTo(session: ClaudeSession, rule: ClaudeRule, { folder }: Anchor): readonly Anchor[] {
  const rules = session[rule.list];
  const known = exceptions.get(rules) ?? rules.filter(({ specifier }) => /^(\.\/)?!/.test(specifier ?? ''));
  exceptions.set(rules, known);
  if (known.length === 0) return [];
  const isLater = (one: ClaudeRule) => rules.indexOf(one) > rules.indexOf(rule);
  const isOfGroup = (one: ClaudeRule) => one.tool === rule.tool && (rule.list === 'allow' || one.scope === rule.scope);
  return known
    .filter((one) => isOfGroup(one) && isLater(one))
    .flatMap((one) => anchorsOf(session, one).filter((anchor) => anchor.folder === folder));
}

const exceptions = new WeakMap<readonly ClaudeRule[], readonly ClaudeRule[]>();

interface Anchor {
  readonly folder: string;
  readonly pattern: string;
  readonly isException: boolean;
}

/**
 * Returns the folders and patterns of a path rule. A deny or ask rule whose path has no leading slash applies in every
 * working folder. In managed settings, the meaning of one leading slash is unsettled, so all interpretations are
 * considered.
 */
function anchorsOf({ start, home, platform, folders }: ClaudeSession, rule: ClaudeRule): readonly Anchor[] {
  const { specifier = '', root, scope } = rule;
  const path = toPosixPath(specifier, platform);
  const at = (folder: string, pattern: string) => {
    const isException = pattern.startsWith('!');
    return { folder, pattern: pattern.slice(isException ? 1 : 0).replace(/\/{2,}/g, '/'), isException };
  };
  if (/^\/\w\//.test(path) && path !== specifier.replaceAll('\\', '/')) return [at('/', path)];
  if (path.startsWith('//')) return [at('/', path)];
  if (path.startsWith('~/')) return home === undefined ? [] : [at(home, path.slice(1))];
  if (!path.startsWith('/'))
    return (rule.list === 'allow' ? [start] : folders).map((folder) => at(folder, path.replace(/^\.\//, '')));
  if (scope === 'local') return [at(start, path)];
  if (root !== undefined) return [at(root, path)];
  return [start, ...(home === undefined ? [] : [home, `${home}/.claude`])].map((folder) => at(folder, path));
}

function relativeTo(path: string, folder: string, side: PatternSide): string | undefined {
  const [one, other] = side === 'allow' ? [path, folder] : [path.toLowerCase(), folder.toLowerCase()];
  if (one === other || !liesInside(other, one)) return undefined;
  return path.slice(folder === '/' ? 1 : folder.length + 1);
}
