import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexRules, opencodeSettings } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M103: a deny rule that misses an alternative spelling. */
export const denialReachesLess = agentRule(['M103', 'denial-reaches-less', 'error', 'default'], {
  summary:
    'A deny rule or an ask rule does not match another form of the same call, such as a different spelling, a different folder or an extra argument.',
  reason:
    '`Bash(rm -rf:*)` does not match `rm -fr build`, `"rm": "deny"` does not match `rm x`, and `git push --force` does not match `git push origin main --force`. In opencode and Kilo, `**/.env` does not match the `.env` in the project\'s own folder, and `.env` does not match files in subfolders. The finding is an error if the call runs without asking, a warning if it runs in a sandbox, and informational if the agent asks about it instead of denying it.',
  examples: {
    'opencode and Kilo': fixable(opencodeSettings({ read: { '**/*.pem': 'deny' }, bash: 'ask' }), {
      '**/*.pem': '*.pem',
    }),
    'Claude Code': exampleWithRepair(
      claudeSettings({ allow: ['Bash(git commit:*)'], deny: ['Bash(git commit --no-verify:*)'] }),
      { 'git commit --no-verify:*': 'git commit:*' },
    ),
    Codex: exampleWithRepair(
      codexRules(
        'prefix_rule(pattern = [["bash", "timeout", "env"]], decision = "prompt")',
        'prefix_rule(pattern = ["git", "push", "--force"], decision = "forbidden")',
      ),
      { '["git", "push", "--force"]': '["git"]' },
    ),
  },
});
