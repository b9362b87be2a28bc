import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexRules } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M105: a file rule that a command evades. */
export const fileDenialEvaded = agentRule(['M105', 'file-denial-evaded', 'error', 'default'], {
  summary: 'An allowed command can read or change a file that other rules protect.',
  reason:
    "In opencode and Kilo, `read` and `edit` rules apply only to the tools with those names: with `edit: deny`, `echo x > src/a.ts` still writes the file. Claude Code also applies these rules to the commands that it knows, but only to file names that are written out, so an allowed `grep -r '' .` still reads a denied `.env`. In Codex, rules for commands do not apply to patches, which can also delete files. The finding is an error if a deny rule is bypassed, and otherwise a warning.",
  examples: {
    'Claude Code': exampleWithRepair(claudeSettings({ allow: ['Bash(grep:*)'], deny: ['Read(.env)'] }), {
      'grep:*': 'grep x src',
    }),
    'opencode and Kilo': exampleWithRepair(
      {
        '.opencode/agents/reviewer.md': `
        ---
        description: Reviews changes
        mode: subagent
        permission:
          edit: deny
        ---
        You review.
      `,
      },
      { '  edit: deny\n': '  edit: deny\n  bash: deny\n' },
    ),
    Codex: exampleWithRepair(
      codexRules(
        'prefix_rule(pattern = [["bash", "timeout", "env"]], decision = "prompt")',
        'prefix_rule(pattern = ["rm"], decision = "forbidden")',
      ),
      { 'prefix_rule(pattern = ["rm"], decision = "forbidden")\n': '' },
    ),
  },
});
