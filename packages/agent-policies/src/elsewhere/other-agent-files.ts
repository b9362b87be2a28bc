/** Files that contain the permissions of an agent that this package does not support. */
export interface OtherAgentFiles {
  /** Display name of the agent. */
  readonly title: string;
  /** File patterns within a folder; `*` stands for any part of a name, and `**` for any folders in between. */
  readonly places: readonly string[];
  /**
   * Prefix of the keys that concern agents, for a file that also has other keys. Default: the whole file concerns
   * agents.
   */
  readonly key?: string;
}

/** Agents whose permission files are known only by name, so that a check can report that these files were not read. */
export const otherAgentFiles: readonly OtherAgentFiles[] = [
  {
    title: 'Copilot',
    places: [
      '.github/agents/**/*.md',
      '.github/chatmodes/*.chatmode.md',
      '.github/copilot/settings.json',
      '.github/copilot/settings.local.json',
      '.github/hooks/*.json',
    ],
  },
  { title: 'Cursor', places: ['.cursor/cli.json', '.cursor/permissions.json', '.cursor/agents/**/*.md'] },
  { title: 'Gemini CLI', places: ['.gemini/settings.json', '.gemini/policies/*.toml', '.gemini/agents/**/*.md'] },
  { title: 'Qwen Code', places: ['.qwen/settings.json', '.qwen/agents/**/*.md'] },
  { title: 'VS Code', places: ['.vscode/settings.json'], key: 'chat.' },
  { title: 'Zed', places: ['.zed/settings.json'], key: 'agent' },
];
