import { codexConfig } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M112: a key that the agent does not read. */
export const keyNotRead = agentRule(['M112', 'key-not-read', 'error', 'default'], {
  summary: 'A key is in a place where the agent does not read it, or has a name that the agent does not know.',
  reason:
    'In TOML, a key below a `[table]` belongs to that table: `sandbox_mode` under `[tui]` does not set the sandbox. Codex ignores keys that it does not know, such as `aproval_policy`, and no longer reads `[profiles.x]` tables. In a Claude Code agent file, `tools` limits the agent. The key `allowed-tools`, which is for commands and skills, does not limit the agent, so the agent has every tool. The finding is an error if a limit has no effect.',
  examples: {
    Codex: fixable(codexConfig('model = "gpt-5"', '', '[tui]', 'sandbox_mode = "read-only"'), {
      'sandbox_mode = "read-only"\n': '',
      'model =': 'sandbox_mode = "read-only"\nmodel =',
    }),
    'Claude Code': fixable(
      {
        '.claude/agents/reviewer.md': `
        ---
        name: reviewer
        description: Reviews changes
        allowed-tools: Read
        ---
        You review.
      `,
      },
      { 'allowed-tools': 'tools' },
    ),
  },
});
