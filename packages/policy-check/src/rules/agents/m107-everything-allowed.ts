import { exampleWithRepair } from '../../workspace/rule.ts';
import { agentRule } from './agent-rule.ts';

/** M107: a rule that opens a whole tool. */
export const everythingAllowed = agentRule({
  id: 'M107',
  name: 'everything-allowed',
  severity: 'warning',
  preset: 'default',
  summary: 'One rule or setting opens a whole tool, also where the agent would ask by default.',
  reason:
    '`Bash` or `Write` without parentheses leads out of the project, and the mode `acceptEdits` in a project\'s settings holds even in a folder that nobody trusts. In opencode, `"*": "allow"` and `read: "allow"` also open `.env`, and a global `edit: "allow"` opens the agent `plan`. `danger-full-access` leaves no sandbox. `network_access` is information.',
  examples: {
    'Claude Code': exampleWithRepair(
      {
        '.claude/settings.json': `
        {
          "permissions": {
            "allow": [
              "Write"
            ]
          }
        }
      `,
      },
      { '"Write"': '"Edit(src/**)"' },
    ),
    'opencode and Kilo': exampleWithRepair(
      {
        'opencode.json': `
        {
          "$schema": "https://opencode.ai/config.json",
          "permission": {
            "read": "allow",
            "bash": "ask"
          }
        }
      `,
      },
      { '"read": "allow",\n    ': '' },
    ),
    Codex: exampleWithRepair(
      {
        '.codex/config.toml': `
        sandbox_mode = "danger-full-access"
        approval_policy = "never"
      `,
      },
      { 'danger-full-access': 'workspace-write' },
    ),
  },
});
