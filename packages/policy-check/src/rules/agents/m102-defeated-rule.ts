import { exampleWithRepair } from '../../workspace/rule.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M102: a rule that another one always defeats. */
export const defeatedRule = agentRule({
  id: 'M102',
  name: 'defeated-rule',
  severity: 'error',
  preset: 'default',
  summary: 'A rule never decides, because another rule, in the same file or in another one, always wins.',
  reason:
    'In Claude Code a denial comes before a question and a question before an allowance, however narrow they are. In opencode and Kilo the last match wins, so a `*` at the end of a map defeats everything above it, and a `*` that denies takes the whole tool away. In Codex the strictest match wins, not the longest. Two files may contradict each other: a denial of `settings.json` defeats what `settings.local.json` allows, and its `defaultMode` and `sandbox` give way to those of `settings.local.json`; in opencode and Kilo a key of a later file takes the place of that key in an earlier one, denials included. It is an error where a denial or a question is defeated and the call runs, otherwise a warning.',
  examples: {
    'Claude Code': fixable(
      {
        '.claude/settings.json': `
        {
          "permissions": {
            "allow": [
              "Bash(git status:*)"
            ],
            "deny": [
              "Bash(git *)"
            ]
          }
        }
      `,
      },
      { 'git *': 'git push:*' },
    ),
    'opencode and Kilo': fixable(
      {
        'opencode.json': `
        {
          "$schema": "https://opencode.ai/config.json",
          "permission": {
            "bash": {
              "git push *": "deny",
              "*": "ask"
            }
          }
        }
      `,
      },
      { '"git push *": "deny",\n      "*": "ask"': '"*": "ask",\n      "git push *": "deny"' },
    ),
    'two files of Claude Code': exampleWithRepair(
      {
        '.claude/settings.json': `
        {
          "sandbox": {
            "enabled": true
          }
        }
      `,
        '.claude/settings.local.json': `
        {
          "sandbox": {
            "enabled": false
          }
        }
      `,
      },
      { '"enabled": false': '"enabled": true' },
    ),
    'two files of opencode or Kilo': exampleWithRepair(
      {
        'opencode.json': `
        {
          "$schema": "https://opencode.ai/config.json",
          "permission": {
            "bash": {
              "*": "ask",
              "git push *": "deny"
            }
          }
        }
      `,
        '.opencode/opencode.json': `
        {
          "permission": {
            "bash": {
              "git push *": "ask"
            }
          }
        }
      `,
      },
      { '"git push *": "ask"': '"npm test": "allow"' },
    ),
    Codex: fixable(
      {
        '.codex/rules/default.rules': `
        prefix_rule(pattern = [["bash", "timeout", "env"]], decision = "prompt")
        prefix_rule(pattern = ["cargo", "test"], decision = "allow")
        prefix_rule(pattern = ["cargo"], decision = "prompt")
      `,
      },
      { 'prefix_rule(pattern = ["cargo"], decision = "prompt")\n': '' },
    ),
  },
});
