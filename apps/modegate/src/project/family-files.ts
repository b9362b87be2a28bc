import { globalModeFiles, projectModeFiles } from '@modegate/mode-core/node';

/** Where a project keeps its MCP servers, strongest first; the order of `loadServerConfigs` of mcp-host. */
export const projectServerFiles = [
  '.roo/mcp.json',
  '.mcp.json',
  '.vscode/mcp.json',
  '.cursor/mcp.json',
  '.kilocode/mcp.json',
  '.bob/mcp.json',
] as const;

/** Where the user's own MCP servers stand below the global folder, strongest first. Of a project they come after `.roo/mcp.json`. */
export const globalServerFiles = ['settings/mcp_settings.json', 'mcp_settings.json'] as const;

/** Where the user's own modes stand below the global folder, best first. */
export const globalModePlaces: readonly string[] = globalModeFiles.flatMap((name) => [name, `settings/${name}`]);

/** What settings of this program are called, best first. */
export const settingsFiles = ['modegate.config.json', 'modegate.config.yaml', 'modegate.config.yml'] as const;

/** What the lock file is called unless the settings say otherwise. */
export const defaultLockFile = 'modegate.lock.json';

/** What makes a folder a project. */
export const projectMarks: readonly string[] = [...projectModeFiles, ...projectServerFiles, ...settingsFiles];

/** Whether a file holds expectations for `modegate test`. */
export function isPolicyTestFile(path: string): boolean {
  return /(^|[\\/.])modes-test\.(ya?ml|json)$/.test(path);
}
