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
  [/(^|\/)adopted\/(roo|zoo)\.json$/, 'roo'],
  [/(^|\/)adopted\/claude-code\.json$/, 'claude-code'],
  [/(^|\/)adopted\/claude-desktop\.json$/, 'claude-desktop'],
  [/(^|\/)adopted\/vscode\.json$/, 'vscode'],
  [/(^|\/)adopted\/cursor\.json$/, 'cursor'],
];

/** A file of servers that `adopt` took from a client's file beside it is written as that one. */
const ADOPTED = /\.modegate\.json$/;

/** Tells whose file it is by the end of its path; a path that no client is known for is `generic`. */
export function configFileKind(file: string): ConfigFileKind {
  const path = file.replaceAll('\\', '/').replace(ADOPTED, '.json');
  return ENDINGS.find(([ending]) => ending.test(path))?.[1] ?? 'generic';
}

/** Whether a file of a kind belongs to a project or to the person, by its path. */
export function sourceOfKind(kind: ConfigFileKind, file: string): ConfigSource {
  if (kind === 'claude-desktop') return 'global';
  return /(^|[\\/])(mcp_settings\.json|adopted[\\/][a-z-]+\.json|\.claude\.json|User[\\/](mcp|settings)\.json)$/.test(
    file,
  )
    ? 'global'
    : 'project';
}
