// Folders of agents: their settings, hooks, agents, plugins and rules of permission.
const folders = [
  '.claude',
  '.codex',
  '.copilot',
  '.gemini',
  '.qwen',
  '.cursor',
  '.opencode',
  '.kilo',
  '.kilocode',
  '.cline',
  '.clinerules/hooks',
  '.roo/mcp.json',
  '.bob',
  '.github/hooks',
  '.github/copilot',
  '.github/agents',
  '.config/opencode',
  '.config/kilo',
  // Which repository a worktree belongs to, and so which modes, is written there; and git runs its hooks.
  '.git',
  // Modegate's own: what users chose, and compiled code that the next start runs.
  '.roo-code/modegate',
  '.cache/modegate',
  'library/caches/modegate',
];

const files = [
  /^(?:\.roomodes|\.kilocodemodes|\.zoomodes|(?:cline_)?custom_modes\.(?:ya?ml|json))$/,
  /^modegate\.(?:config\.(?:json|ya?ml)|lock\.json)$/,
  /^\.?mcp\.json$/,
  /^mcp_settings\.json$/,
  /^\.claude\.json$/,
  /^(?:opencode|kilo)\.jsonc?$/,
];

/** What agents write in the course of a task, at the root of their folder alone: worktrees, in which the same rules begin again, and plans. */
const open = /^((?:\/[^/]+)*?)\/\.(?:(?:claude|gemini|qwen)\/worktrees\/[^/]+|claude\/plans)(?=\/[^/])/;

/**
 * Whether a file decides what agents may do: a file of modes, servers or settings, or one in a folder of an agent's configuration. A path
 * counts wherever it is, and in any spelling that some file system or tool takes for the same.
 */
export function isProtectedFile(path: string): boolean {
  return isProtected(
    `/${path
      .split(/[\\/]+/)
      .map(fold)
      .join('/')}/`.replaceAll(/\/{2,}/g, '/'),
  );
}

function isProtected(whole: string): boolean {
  const [taken, before = ''] = open.exec(whole) ?? [];
  if (taken !== undefined && !isProtected(`${before}/`)) return isProtected(whole.slice(taken.length));
  const name = whole.split('/').at(-2) ?? '';
  return folders.some((folder) => whole.includes(`/${folder}/`)) || files.some((pattern) => pattern.test(name));
}

/** Without case, without what Windows and macOS drop from a name, and without the blanks and control characters around it that tools trim. */
function fold(segment: string): string {
  return segment
    .normalize('NFKC')
    .replaceAll(/[\p{Default_Ignorable_Code_Point}\p{Cc}]/gu, '')
    .replace(/:.*$/, '')
    .replace(/[.\s]+$/u, '')
    .trimStart()
    .toLowerCase();
}
