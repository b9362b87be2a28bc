import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexConfig, opencodeSettings } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M107: a rule that allows everything a tool can do. */
export const everythingAllowed = agentRule(['M107', 'everything-allowed', 'warning', 'default'], {
  summary: 'One rule or setting allows everything that a tool can do, even where the agent would ask by default.',
  reason:
    'A bare `Bash` or `Write` also reaches files outside the project, and Claude Code applies `acceptEdits` from a project\'s settings even in an untrusted folder. In opencode, `"*": "allow"` and `read: "allow"` also allow reading `.env`, and a global `edit: "allow"` also lets the agent `plan` edit files. `danger-full-access` removes the sandbox. A finding about `network_access` is informational.',
  examples: {
    'Claude Code': exampleWithRepair(claudeSettings({ allow: ['Write'] }), { '"Write"': '"Edit(src/**)"' }),
    'opencode and Kilo': exampleWithRepair(opencodeSettings({ read: 'allow', bash: 'ask' }), {
      '"read": "allow",\n    ': '',
    }),
    Codex: exampleWithRepair(codexConfig('sandbox_mode = "danger-full-access"', 'approval_policy = "never"'), {
      'danger-full-access': 'workspace-write',
    }),
  },
});
