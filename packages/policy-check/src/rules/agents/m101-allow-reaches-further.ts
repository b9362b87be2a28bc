import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexRules, opencodeSettings } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M101: an allowed command that does more than the rule shows. */
export const allowReachesFurther = agentRule(['M101', 'allow-reaches-further', 'warning', 'default'], {
  summary:
    'An allowed command accepts arguments that make it run code or write a file, but the rule does not show this.',
  reason:
    "`Bash(git log:*)` also allows `git log --output=x`, which writes a file, and `Bash(python3:*)` allows any program at all. The agent compares only the beginning of the command, and the model chooses the rest. Modegate's command evaluator determines what a command really does, but the agent's own rules decide whether the agent runs the command. In Codex, an allowed command also runs outside the sandbox.",
  examples: {
    'Claude Code': exampleWithRepair(claudeSettings({ allow: ['Bash(git log:*)'] }), {
      'git log:*': 'git log --oneline',
    }),
    'opencode and Kilo': exampleWithRepair(opencodeSettings({ bash: { '*': 'ask', 'find *': 'allow' } }), {
      'find *': 'find . -name x',
    }),
    Codex: exampleWithRepair(codexRules('prefix_rule(pattern = ["python3"], decision = "allow")'), {
      '["python3"]': '["python3", "scripts/build.py"]',
    }),
  },
});
