import { agentRule, fixable } from './agent-rule.ts';

/** M100: a rule that no call can match. */
export const ruleDoesNothing = agentRule({
  id: 'M100',
  name: 'rule-does-nothing',
  severity: 'error',
  preset: 'default',
  summary: 'A rule has a form that no call can match, so it allows, asks or denies nothing.',
  reason:
    "Claude Code ignores `Write(path)`, because paths belong to `Edit` and `Read`, and a blank before `:*`. opencode and Kilo take the keys of `permission` for names of permissions, of which `write` and `rm -rf *` are none, and compare paths from the project's folder on, so `./docs/*` and `/home/me/*` match none. Codex compares word by word, without wildcards, and judges the commands inside of a plain `bash -lc`. None of them says so. It is an error where a denial is lost and the call runs, a warning where the call is asked instead, and otherwise information.",
  examples: {
    'Claude Code': fixable(
      {
        '.claude/settings.json': `
        {
          "permissions": {
            "allow": [
              "Edit"
            ],
            "deny": [
              "Write(secrets/**)"
            ]
          }
        }
      `,
      },
      { 'Write(secrets': 'Edit(secrets' },
    ),
    'opencode and Kilo': fixable(
      {
        'opencode.json': `
        {
          "$schema": "https://opencode.ai/config.json",
          "permission": {
            "bash": "allow",
            "sudo *": "deny"
          }
        }
      `,
      },
      { '"bash": "allow",\n    "sudo *": "deny"': '"bash": {\n      "*": "ask",\n      "npm test": "allow"\n    }' },
    ),
    Codex: fixable(
      {
        '.codex/rules/default.rules': `
        prefix_rule(pattern = [["bash", "timeout", "env"]], decision = "prompt")
        prefix_rule(pattern = ["terraform apply"], decision = "forbidden")
      `,
      },
      { '"terraform apply"': '"terraform", "apply"' },
    ),
  },
});
