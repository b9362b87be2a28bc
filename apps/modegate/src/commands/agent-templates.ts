import type { PermissionAgentName } from '@modegate/agent-policies';

/** Initial permissions in the format of an agent's own file. */
export interface AgentTemplate {
  /** Path of the file in the project. */
  readonly file: string;
  readonly text: string;
}

const shared = {
  bash: {
    '*': 'ask',
    'git status': 'allow',
    'git diff': 'allow',
    'npm test': 'allow',
    'npm run lint': 'allow',
    'npm run build': 'allow',
  },
  read: { '*': 'allow', '*.env': 'deny', '*.env.*': 'deny', '*.env.example': 'allow' },
  webfetch: 'ask',
  external_directory: 'ask',
} as const;

/**
 * Permissions for each agent, based on the most common rules in public repositories: reading and testing are allowed
 * without approval, secrets are inaccessible, and everything else requires approval.
 */
export const agentTemplates: Readonly<Record<PermissionAgentName, AgentTemplate>> = {
  'claude-code': {
    file: '.claude/settings.json',
    text: json({
      $schema: 'https://json.schemastore.org/claude-code-settings.json',
      permissions: {
        allow: [
          'Bash(git status)',
          'Bash(git diff)',
          'Bash(npm test)',
          'Bash(npm run lint)',
          'Bash(npm run build)',
          'WebSearch',
          'WebFetch(domain:github.com)',
        ],
        ask: ['Bash(git push *)', 'Bash(npm install *)', 'Bash(rm *)', 'Bash(curl *)'],
        deny: ['Read(.env)', 'Read(.env.*)', 'Read(secrets/**)', 'Read(~/.ssh/**)', 'Read(~/.aws/**)'],
      },
    }),
  },
  opencode: { file: 'opencode.json', text: json({ $schema: 'https://opencode.ai/config.json', permission: shared }) },
  kilo: { file: 'kilo.json', text: json({ $schema: 'https://app.kilo.ai/config.json', permission: shared }) },
  codex: {
    file: '.codex/config.toml',
    text: 'approval_policy = "on-request"\nsandbox_mode = "workspace-write"\n\n[sandbox_workspace_write]\nnetwork_access = false\n',
  },
};

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
