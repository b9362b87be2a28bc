import { exampleWithRepair } from '../define-rule.ts';
import { codexRules, writeJson } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M106: an action that remains allowed because no rule mentions it. */
export const openWithoutARule = agentRule(['M106', 'open-without-a-rule', 'warning', 'default'], {
  summary: 'A file omits a setting whose default is to allow.',
  reason:
    'A Claude Code subagent without `tools` has access to every tool in the session. If no file sets `permission`, opencode can run every command and change every file, and Kilo can change every file. A Codex `prefix_rule` without a `decision` allows the command, which then runs outside the sandbox. In the first two cases, the finding is informational, because the behaviour may be intended.',
  examples: {
    Codex: exampleWithRepair(codexRules('prefix_rule(pattern = ["terraform"], justification = "Ask first")'), {
      justification: 'decision = "prompt", justification',
    }),
    'Claude Code': exampleWithRepair(
      {
        '.claude/agents/reviewer.md': `
        ---
        name: reviewer
        description: Reviews changes
        ---
        You review.
      `,
      },
      { 'description: Reviews changes\n': 'description: Reviews changes\ntools: Read\n' },
    ),
    'opencode and Kilo': exampleWithRepair(
      {
        'opencode.json': writeJson({ $schema: 'https://opencode.ai/config.json', share: 'disabled' }),
      },
      { '"share": "disabled"': '"permission": {\n    "bash": "ask",\n    "edit": "ask"\n  }' },
    ),
  },
});
