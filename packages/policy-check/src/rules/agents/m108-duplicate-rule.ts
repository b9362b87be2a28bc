import { claudeSettings, codexRules } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M108: a rule that occurs twice. */
export const duplicateRule = agentRule({
  id: 'M108',
  name: 'duplicate-rule',
  severity: 'info',
  preset: 'strict',
  summary: 'A list contains the same rule twice.',
  reason: 'The second rule has no effect, and if someone removes the first, the second still applies.',
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
