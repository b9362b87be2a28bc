import { foldSegment } from '@modegate/mode-core/tools';

const folders = [
  // Agents' folders: their settings, hooks, agents, plugins and permission rules.
  ...'.claude .codex .copilot .gemini .qwen .cursor .opencode .kilo .kilocode .cline .clinerules/hooks'.split(' '),
  ...'.roo/mcp.json .bob .github/hooks .github/copilot .github/agents .config/opencode .config/kilo'.split(' '),
  // Contains the repository to which a worktree belongs and, therefore, its modes; git also runs hooks from this
  // folder.
  '.git',
  // Modegate's own folder: the users' choices, and compiled code that the next run executes.
  ...'.roo-code/modegate .cache/modegate library/caches/modegate'.split(' '),
];

const files = [
  /^(?:\.roomodes|\.kilocodemodes|\.zoomodes|(?:cline_)?custom_modes\.(?:ya?ml|json))$/,
  /^modegate\.(?:config\.(?:json|ya?ml)|lock\.json)$/,
  /^\.?mcp\.json$/,
  /^mcp_settings\.json$/,
  /^\.claude\.json$/,
  /^(?:opencode|kilo)\.jsonc?$/,
];

/**
 * Files that agents write during a task, but only directly in the agents' own folders: plans, and worktrees, in which
 * the same rules apply again.
 */
const open = /^((?:\/[^/]+)*?)\/\.(?:(?:claude|gemini|qwen)\/worktrees\/[^/]+|claude\/plans)(?=\/[^/])/;

/**
 * True if a file determines what agents may do: a modes, servers or settings file, or a file in an agent's
 * configuration folder. A path is recognised at any location, and in any spelling that some file system or tool treats
 * as equivalent.
 */
export function isProtectedFile(path: string): boolean {
  return isProtected(
    `/${path
      .split(/[\\/]+/)
      .map(foldSegment)
      .join('/')}/`.replaceAll(/\/{2,}/g, '/'),
  );
}

function isProtected(whole: string): boolean {
  const [taken, before = ''] = open.exec(whole) ?? [];
  if (taken !== undefined && !isProtected(`${before}/`)) return isProtected(whole.slice(taken.length));
  const name = whole.split('/').at(-2) ?? '';
  return folders.some((folder) => whole.includes(`/${folder}/`)) || files.some((pattern) => pattern.test(name));
}
