import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexConfig, opencodeSettings } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M113: a rule that contains one person's path. */
export const personalPath = agentRule(['M113', 'personal-path', 'info', 'strict'], {
  summary: "A rule in the project refers to one person's home folder.",
  reason:
    "For everyone else, the rule matches nothing: an allow rule allows nothing, and a deny rule protects nothing. Claude Code and opencode expand `~/` to each person's own home folder. Codex also reads such rules from `~/.codex`.",
  examples: {
    'Claude Code': exampleWithRepair(claudeSettings({ allow: ['Read(//home/anna/notes/**)'] }), {
      '//home/anna/': '~/',
    }),
    'opencode and Kilo': exampleWithRepair(
      opencodeSettings({ external_directory: { '/home/anna/notes/*': 'allow' }, bash: 'ask', edit: 'ask' }),
      { '/home/anna/': '~/' },
    ),
    Codex: exampleWithRepair(
      codexConfig(
        'sandbox_mode = "workspace-write"',
        '',
        '[sandbox_workspace_write]',
        'writable_roots = ["/home/anna/notes"]',
      ),
      { '\n[sandbox_workspace_write]\nwritable_roots = ["/home/anna/notes"]\n': '' },
    ),
  },
});
