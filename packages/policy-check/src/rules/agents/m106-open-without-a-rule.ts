import { exampleWithRepair } from '../../workspace/rule.ts';
import { agentRule } from './agent-rule.ts';

/** M106: something that is open because nothing is said. */
export const openWithoutARule = agentRule({
  id: 'M106',
  name: 'open-without-a-rule',
  severity: 'warning',
  preset: 'default',
  summary: 'A file leaves something out, and what is left out allows.',
  reason:
    'A subagent of Claude Code without `tools` has every tool of the session. opencode runs every command and changes every file where no file has a `permission`; Kilo does so with files. A `prefix_rule` of Codex without a `decision` allows, outside the sandbox. For the first two it is information, because it may be what you want.',
  examples: {
    Codex: exampleWithRepair(
      {
        '.codex/rules/default.rules': `
        prefix_rule(pattern = ["terraform"], justification = "Ask first")
      `,
      },
      { justification: 'decision = "prompt", justification' },
    ),
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
        'opencode.json': `
        {
          "$schema": "https://opencode.ai/config.json",
          "share": "disabled"
        }
      `,
      },
      { '"share": "disabled"': '"permission": {\n    "bash": "ask",\n    "edit": "ask"\n  }' },
    ),
  },
});
