import type { AgentCircumstances } from '../agent-answer.ts';
import { joinPath, liesInside } from '../paths.ts';

type Platform = AgentCircumstances['platform'];

/** Stands for an unknown home folder, which no rule and no working folder covers. */
const unknownHome = '/~';

/** Returns the path with forward slashes; on Windows, `C:\x` becomes `/c/x`. */
export function toPosixPath(path: string, platform: Platform): string {
  if (platform !== 'win32') return path;
  const slashes = path.replaceAll('\\', '/');
  return /^[A-Za-z]:(\/|$)/.test(slashes) ? `/${slashes.charAt(0).toLowerCase()}${slashes.slice(2)}` : slashes;
}

/**
 * Returns the absolute path without `.` and `..`; `~` stands for the home folder. A relative path is resolved against
 * `base`.
 */
export function absolutePath(path: string, base: string, home: string | undefined): string {
  const isHome = path === '~' || path.startsWith('~/');
  return joinPath(base, isHome ? (home ?? unknownHome) + path.slice(1) : path);
}

/** Returns a path with its symbolic links resolved, trying the longest link path first; follows at most 40 links. */
export function resolveLinks(path: string, links: Readonly<Record<string, string>>): string {
  let current = path;
  for (let count = 0; count < 40; count += 1) {
    const link = Object.keys(links)
      .filter((one) => liesInside(one, current))
      .toSorted((a, b) => b.length - a.length)[0];
    if (link === undefined) return current;
    current = absolutePath(`${links[link] ?? ''}${current.slice(link.length)}`, parentOf(link), undefined);
  }
  return current;
}

/** Returns the folder that contains a path. */
export function parentOf(path: string): string {
  return path.slice(0, Math.max(path.lastIndexOf('/'), 1));
}

const protectedFolders = new Set('.git .vscode .idea .claude .husky .cargo .devcontainer .yarn .mvn'.split(' '));
const protectedFiles = new Set(
  `.gitconfig .gitmodules .bashrc .bash_profile .zshrc .zprofile .profile .zshenv .zlogin .zlogout .bash_login
  .bash_aliases .bash_logout .envrc .ripgreprc .mcp.json .claude.json .npmrc .yarnrc .yarnrc.yml .pnp.cjs .pnp.loader.mjs
  .pnp.js .pnp.data.json .pnpmfile.cjs bunfig.toml .bunfig.toml .bazelrc .bazelversion .bazeliskrc
  .pre-commit-config.yaml lefthook.yml .lefthook.yml lefthook.yaml .lefthook.yaml gradle-wrapper.properties
  maven-wrapper.properties .devcontainer.json pyrightconfig.json`.split(/\s+/),
);

/** True for files that Claude Code never changes without asking, even if edits are allowed. */
export function isProtectedPath(path: string): boolean {
  const lower = path.toLowerCase().replace(/(^|\/)\.claude\/worktrees(?=\/)/, '');
  const segments = lower.split('/');
  return (
    segments.some((segment) => protectedFolders.has(segment)) ||
    protectedFiles.has(segments.at(-1) ?? '') ||
    /(^|\/)\.config\/git(\/|$)/.test(lower)
  );
}
