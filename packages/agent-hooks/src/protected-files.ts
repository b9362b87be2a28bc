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
  // Modegate's own: what users chose, and compiled code that the next start runs.
  '.roo-code/modegate',
  '.cache/modegate',
  'library/caches/modegate',
];

/** What agents write in their folders in the course of a task; below it the same rules begin again. */
const open = /^.*\/\.claude\/(?:worktrees|plans)\//;

const files = [
  /^(?:\.roomodes|\.kilocodemodes|\.zoomodes|(?:cline_)?custom_modes\.(?:ya?ml|json))$/,
  /^modegate\.(?:config\.(?:json|ya?ml)|lock\.json)$/,
  /^\.?mcp\.json$/,
  /^mcp_settings\.json$/,
  /^\.claude\.json$/,
  /^(?:opencode|kilo)\.jsonc?$/,
];

/**
 * Whether a file decides what agents may do: a file of modes, servers or settings, or one in a folder of an agent's configuration. A path
 * counts wherever it is, and in any spelling that some file system takes for the same.
 */
export function isProtectedFile(path: string): boolean {
  const whole = `/${path
    .split(/[\\/]+/)
    .map(fold)
    .join('/')}/`.replace(open, '/');
  const name = whole.split('/').at(-2) ?? '';
  return folders.some((folder) => whole.includes(`/${folder}/`)) || files.some((pattern) => pattern.test(name));
}

/** Without case, and without what Windows and macOS drop from a name. */
function fold(segment: string): string {
  return segment
    .normalize('NFKC')
    .replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/:.*$/, '')
    .replace(/[. ]+$/, '')
    .toLowerCase();
}
