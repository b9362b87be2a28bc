import type { ConfigFileKind, ConfigSource } from '../entries/server-entry.ts';

const ENDINGS: readonly (readonly [RegExp, ConfigFileKind])[] = [
  [/(^|\/)(\.roo\/mcp|mcp_settings|adopted\/(roo|zoo))\.json$/, 'roo'],
  [/(^|\/)\.kilo(code)?\/mcp\.json$/, 'kilo'],
  [/(^|\/)\.bob\/mcp\.json$/, 'bob'],
  [/(^|\/)((\.vscode|Code\/User)\/(mcp|settings)|adopted\/vscode)\.json$/, 'vscode'],
  [/(^|\/)(\.cursor\/mcp|adopted\/cursor)\.json$/, 'cursor'],
  [/(^|\/)(\.mcp|\.claude|adopted\/claude-code)\.json$/, 'claude-code'],
  [/(^|\/)(claude_desktop_config|adopted\/claude-desktop)\.json$/, 'claude-desktop'],
  [/(^|\/)(\.(gemini|qwen)\/settings|adopted\/(gemini|qwen))\.json$/, 'gemini'],
  [/(^|\/)(cline_mcp_settings|adopted\/cline)\.json$/, 'cline'],
  [/(^|\/)(windsurf\/mcp_config|adopted\/windsurf)\.json$/, 'windsurf'],
  [/(^|\/)\.?zed\/settings\.json$/i, 'zed'],
  [/(^|\/)adopted\/zed\.json$/, 'zed'],
  [/(^|\/)opencode\.jsonc?$/, 'opencode'],
  [/(^|\/)kilo\.jsonc?$/, 'kilo-config'],
  [/(^|\/)\.codex\/config\.toml$/, 'codex'],
  [/(^|\/)goose\/(config\/)?config\.yaml$/, 'goose'],
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
