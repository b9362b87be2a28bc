import type { ConfigFileKind, ConfigSource } from '../entries/server-entry.ts';

const ENDINGS: readonly (readonly [RegExp, ConfigFileKind])[] = [
  [/(^|\/)\.roo\/mcp\.json$/, 'roo'],
  [/(^|\/)mcp_settings\.json$/, 'roo'],
  [/(^|\/)\.kilo(code)?\/mcp\.json$/, 'kilo'],
  [/(^|\/)\.bob\/mcp\.json$/, 'bob'],
  [/(^|\/)\.vscode\/mcp\.json$/, 'vscode'],
  [/(^|\/)Code\/User\/(mcp|settings)\.json$/, 'vscode'],
  [/(^|\/)\.vscode\/settings\.json$/, 'vscode'],
  [/(^|\/)\.cursor\/mcp\.json$/, 'cursor'],
  [/(^|\/)\.mcp\.json$/, 'claude-code'],
  [/(^|\/)\.claude\.json$/, 'claude-code'],
  [/(^|\/)claude_desktop_config\.json$/, 'claude-desktop'],
  [/(^|\/)\.(gemini|qwen)\/settings\.json$/, 'gemini'],
  [/(^|\/)cline_mcp_settings\.json$/, 'cline'],
  [/(^|\/)windsurf\/mcp_config\.json$/, 'windsurf'],
  [/(^|\/)\.?zed\/settings\.json$/i, 'zed'],
  [/(^|\/)opencode\.jsonc?$/, 'opencode'],
  [/(^|\/)kilo\.jsonc?$/, 'kilo-config'],
  [/(^|\/)\.codex\/config\.toml$/, 'codex'],
  [/(^|\/)goose\/(config\/)?config\.yaml$/, 'goose'],
  [/(^|\/)adopted\/(roo|zoo)\.json$/, 'roo'],
  [/(^|\/)adopted\/claude-code\.json$/, 'claude-code'],
  [/(^|\/)adopted\/claude-desktop\.json$/, 'claude-desktop'],
  [/(^|\/)adopted\/vscode\.json$/, 'vscode'],
  [/(^|\/)adopted\/cursor\.json$/, 'cursor'],
  [/(^|\/)adopted\/(gemini|qwen)\.json$/, 'gemini'],
  [/(^|\/)adopted\/cline\.json$/, 'cline'],
  [/(^|\/)adopted\/windsurf\.json$/, 'windsurf'],
  [/(^|\/)adopted\/zed\.json$/, 'zed'],
];

/** A server file that `adopt` creates next to a client's file has the same format as that file. */
const ADOPTED = /\.modegate\.json$/;

/** Path endings of a user's files. A project's file with the same path ending is also treated as a user's file. */
const GLOBAL: readonly RegExp[] = [
  /(^|\/)(cline_)?mcp_settings\.json$/,
  /(^|\/)adopted\/[a-z-]+\.json$/,
  /(^|\/)\.claude\.json$/,
  /(^|\/)User\/(mcp|settings)\.json$/,
  /(^|\/)windsurf\/mcp_config\.json$/,
  /(^|\/)goose\/(config\/)?config\.yaml$/,
];

/** Determines the kind of a file from the end of its path; `generic` if the client is unknown. */
export function configFileKind(file: string): ConfigFileKind {
  const path = file.replaceAll('\\', '/').replace(ADOPTED, '.json');
  return ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? 'generic';
}

/** Determines from a file's path whether the file belongs to a project or to the user. */
export function configSourceOf(kind: ConfigFileKind, file: string): ConfigSource {
  if (kind === 'claude-desktop') return 'global';
  return GLOBAL.some((ending) => ending.test(file.replaceAll('\\', '/'))) ? 'global' : 'project';
}
