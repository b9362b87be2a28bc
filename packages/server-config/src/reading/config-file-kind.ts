import type { ConfigFileKind, ConfigSource } from '../entries/server-entry.ts';

const ENDINGS: readonly (readonly [RegExp, ConfigFileKind])[] = [
  [/(^|\/)\.roo\/mcp\.json$/, 'roo'],
  [/(^|\/)mcp_settings\.json$/, 'roo'],
  [/(^|\/)\.kilocode\/mcp\.json$/, 'kilo'],
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

/** A server file that `adopt` took from a client's file beside it is written as that one. */
const ADOPTED = /\.modegate\.json$/;

/** Ends of paths that only a person's own files have; where a project's file may be called alike, it is taken for that. */
const GLOBAL: readonly RegExp[] = [
  /(^|\/)(cline_)?mcp_settings\.json$/,
  /(^|\/)adopted\/[a-z-]+\.json$/,
  /(^|\/)\.claude\.json$/,
  /(^|\/)User\/(mcp|settings)\.json$/,
  /(^|\/)windsurf\/mcp_config\.json$/,
  /(^|\/)goose\/(config\/)?config\.yaml$/,
];

/** Says whose file it is by the end of its path; a path of no known client is `generic`. */
export function configFileKind(file: string): ConfigFileKind {
  const path = file.replaceAll('\\', '/').replace(ADOPTED, '.json');
  return ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? 'generic';
}

/** Whether a file of a kind belongs to a project or to the person, by its path. */
export function configSourceOf(kind: ConfigFileKind, file: string): ConfigSource {
  if (kind === 'claude-desktop') return 'global';
  return GLOBAL.some((ending) => ending.test(file.replaceAll('\\', '/'))) ? 'global' : 'project';
}
