import { claudeSettings, codexRules } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M108: a rule that occurs twice in a list. */
export const duplicateRule = agentRule(['M108', 'duplicate-rule', 'info', 'strict'], {
  summary: 'A list contains the same rule twice.',
  reason:
    'The duplicate has no effect at first. However, if someone removes the first rule, the duplicate still applies.',
  examples: {
    'Claude Code': fixable(claudeSettings({ allow: ['Bash(npm test)', 'Bash(npm test)'] }), {
      '"Bash(npm test)",\n      ': '',
    }),
    Codex: fixable(
      codexRules(
        'prefix_rule(pattern = ["terraform", "plan"], decision = "allow")',
        'prefix_rule(pattern = ["terraform", "plan"], decision = "allow")',
      ),
      { 'prefix_rule(pattern = ["terraform", "plan"], decision = "allow")\n': '' },
    ),
  },
});
