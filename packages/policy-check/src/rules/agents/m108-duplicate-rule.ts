import { agentRule, fixable } from './agent-rule.ts';

/** M108: a rule that is there twice. */
export const duplicateRule = agentRule({
  id: 'M108',
  name: 'duplicate-rule',
  severity: 'info',
  preset: 'strict',
  summary: 'A rule is in its list twice.',
  reason: 'The second one changes nothing, and if someone removes the first, the other one still counts.',
  examples: {
    'Claude Code': fixable(
      {
        '.claude/settings.json': `
        {
          "permissions": {
            "allow": [
              "Bash(npm test)",
              "Bash(npm test)"
            ]
          }
        }
      `,
      },
      { '"Bash(npm test)",\n      ': '' },
    ),
    Codex: fixable(
      {
        '.codex/rules/default.rules': `
        prefix_rule(pattern = ["terraform", "plan"], decision = "allow")
        prefix_rule(pattern = ["terraform", "plan"], decision = "allow")
      `,
      },
      { 'prefix_rule(pattern = ["terraform", "plan"], decision = "allow")\n': '' },
    ),
  },
});
