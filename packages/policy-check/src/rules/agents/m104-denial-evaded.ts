import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexRules, opencodeSettings } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M104: a denied command that still runs through a wrapper. */
export const denialEvaded = agentRule(['M104', 'denial-evaded', 'error', 'default'], {
  summary: 'A denied command still runs if another program starts it or if it is written differently.',
  reason:
    'Rules compare the text of a command. Claude Code finds a command inside `timeout` and `env`, but not inside `bash -c`, `find -exec` and `xargs -n1`. opencode and Kilo do not look inside any command, and do not even remove quotation marks. Codex splits only lines of plain words, so a redirection is enough to evade a rule. A deny rule next to a broad allow rule is a reminder, not a limit. Instead, allow only the commands that are needed. The finding is an error if the command runs without asking, and a warning if it runs in a sandbox.',
  examples: {
    'Claude Code': exampleWithRepair(claudeSettings({ deny: ['Bash(terraform:*)'] }, { sandbox: { enabled: true } }), {
      '"enabled": true': '"enabled": false',
    }),
    'opencode and Kilo': exampleWithRepair(opencodeSettings({ bash: { '*': 'allow', 'terraform *': 'deny' } }), {
      '"*": "allow",\n      "terraform *": "deny"': '"*": "ask",\n      "npm test": "allow"',
    }),
    Codex: exampleWithRepair(codexRules('prefix_rule(pattern = ["terraform"], decision = "forbidden")'), {
      '["terraform"], decision = "forbidden"': '["terraform", "plan"], decision = "allow"',
    }),
  },
});
