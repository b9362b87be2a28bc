import { exampleWithRepair } from '../../workspace/rule.ts';
import { agentRule } from './agent-rule.ts';

/** M103: a denial that misses another spelling. */
export const denialReachesLess = agentRule({
  id: 'M103',
  name: 'denial-reaches-less',
  severity: 'error',
  preset: 'default',
  summary:
    'A denial or a question misses the same thing in other words: another spelling, another folder, an argument.',
  reason:
    '`Bash(rm -rf:*)` does not find `rm -fr build`, `"rm": "deny"` no `rm x`, and `git push --force` not `git push origin main --force`. In opencode and Kilo, `**/.env` does not find the `.env` in the project\'s own folder, and `.env` none below it. It is an error where the call runs without a question, a warning where it runs in a sandbox, and information where it is asked instead of denied.',
  examples: {
    'Claude Code': exampleWithRepair(
      {
        '.claude/settings.json': `
        {
          "permissions": {
            "allow": [
              "Bash(git commit:*)"
            ],
            "deny": [
              "Bash(git commit --no-verify:*)"
            ]
          }
        }
      `,
      },
      { 'git commit --no-verify:*': 'git commit:*' },
    ),
    'opencode and Kilo': exampleWithRepair(
      {
        'opencode.json': `
        {
          "$schema": "https://opencode.ai/config.json",
          "permission": {
            "read": {
              "**/*.pem": "deny"
            },
            "bash": "ask"
          }
        }
      `,
      },
      { '**/*.pem': '*.pem' },
    ),
    Codex: exampleWithRepair(
      {
        '.codex/rules/default.rules': `
        prefix_rule(pattern = [["bash", "timeout", "env"]], decision = "prompt")
        prefix_rule(pattern = ["git", "push", "--force"], decision = "forbidden")
      `,
      },
      { '["git", "push", "--force"]': '["git"]' },
    ),
  },
});
