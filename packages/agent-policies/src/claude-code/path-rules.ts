import type { ClaudeRule } from './claude-rules.ts';
import type { ClaudeSession } from './claude-session.ts';
import { matchesPathPattern, type PatternSide } from './path-pattern.ts';
import { isWithin, resolveLinks, toPosixPath } from './paths.ts';

/** A file, and the tool whose path rules are meant. */
export interface RuledFile {
  readonly tool: 'Read' | 'Edit';
  readonly path: string;
}

/** True if a path rule reaches a file: an allow rule must match it and the target of its links, others either. */
export function matchesPathRule(session: ClaudeSession, rule: ClaudeRule, { tool, path }: RuledFile): boolean {
  if (rule.tool !== tool || rule.specifier === undefined) return false;
  const matches = (one: string) => matchesRule(session, rule, one);
  if (rule.list !== 'allow') return bothEnds(session, path).some(matches);
  return rule.specifier !== '*' && bothEnds(session, path).every(matches);
}

/** True if a path and the target of its links are in the working folders. */
export function isInFolders(session: ClaudeSession, path: string): boolean {
  const folders = session.folders.flatMap((folder) => bothEnds(session, folder));
  return bothEnds(session, path).every((one) => folders.some((folder) => isWithin(one, folder)));
}

/** A path, and where its symbolic links lead. */
export function bothEnds({ links }: ClaudeSession, path: string): readonly string[] {
  const target = resolveLinks(path, links);
  return target === path ? [path] : [path, target];
}

function matchesRule(session: ClaudeSession, rule: ClaudeRule, path: string): boolean {
  const side: PatternSide = rule.list === 'allow' ? 'allow' : 'restrict';
  const places = anchorsOf(session, rule);
  const matches = ({ folder, pattern }: Anchor) => {
    const relative = relativeTo(path, folder, side);
    return relative !== undefined && matchesPathPattern(pattern, relative, side);
  };
  return side === 'allow' ? places.length > 0 && places.every(matches) : places.some(matches);
}

interface Anchor {
  readonly folder: string;
  readonly pattern: string;
}

/** Folder and pattern of a path rule. Where one slash leads in user settings is not settled: both readings count. */
function anchorsOf({ start, home, platform }: ClaudeSession, { specifier = '', root }: ClaudeRule): readonly Anchor[] {
  const path = toPosixPath(specifier.trim(), platform);
  if (/^\/\w\//.test(path) && path !== specifier.trim().replaceAll('\\', '/')) return [{ folder: '/', pattern: path }];
  if (path.startsWith('//')) return [{ folder: '/', pattern: path.slice(1) }];
  if (path.startsWith('~/')) return home === undefined ? [] : [{ folder: home, pattern: path.slice(1) }];
  if (!path.startsWith('/')) return [{ folder: start, pattern: path.replace(/^(\.\/)+/, '') }];
  if (root !== undefined) return [{ folder: root, pattern: path }];
  return [start, ...(home === undefined ? [] : [home, `${home}/.claude`])].map((folder) => ({ folder, pattern: path }));
}

function relativeTo(path: string, folder: string, side: PatternSide): string | undefined {
  const [one, other] = side === 'allow' ? [path, folder] : [path.toLowerCase(), folder.toLowerCase()];
  if (one === other || !isWithin(one, other)) return undefined;
  return path.slice(folder === '/' ? 1 : folder.length + 1);
}
