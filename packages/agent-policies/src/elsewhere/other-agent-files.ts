/** Files with permissions of an agent that is not understood here. */
export interface OtherAgentFiles {
  /** Title of the agent. */
  readonly title: string;
  /** Places in a folder; `*` is any part of a name, and `**` any folders between. */
  readonly places: readonly string[];
  /** Beginning of the keys that concern agents, in a file that has others too. Default: the whole file does. */
  readonly key?: string;
}

/** Agents whose permission files are known by their names only, so that a check can say that it did not read them. */
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
