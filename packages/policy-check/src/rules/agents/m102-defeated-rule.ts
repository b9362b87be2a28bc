import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexRules, opencodeSettings, writeJson } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M102: a rule that another rule always overrides. */
export const defeatedRule = agentRule(['M102', 'defeated-rule', 'error', 'default'], {
  summary:
    'A rule never takes effect, because another rule in the same file or in a different file always takes precedence.',
  reason:
    'In Claude Code, a deny rule overrides an ask rule, and an ask rule overrides an allow rule, regardless of how narrow the rules are. In opencode and Kilo, the last match wins. A `*` at the end of a map therefore overrides everything above it, and a `*` that denies removes the whole tool. In Codex, the strictest match wins, not the longest match. Two files can contradict each other. In Claude Code, a deny rule in `settings.json` overrides what `settings.local.json` allows, but `defaultMode` and `sandbox` are taken from `settings.local.json`. In opencode and Kilo, a key in a later file replaces the same key in an earlier file, including its deny rules. The finding is an error if a deny rule or an ask rule is overridden and the call runs, and otherwise a warning.',
  examples: {
    'Claude Code': fixable(claudeSettings({ allow: ['Bash(git status:*)'], deny: ['Bash(git *)'] }), {
      'git *': 'git push:*',
    }),
    'opencode and Kilo': fixable(opencodeSettings({ bash: { 'git push *': 'deny', '*': 'ask' } }), {
      '"git push *": "deny",\n      "*": "ask"': '"*": "ask",\n      "git push *": "deny"',
    }),
    'two Claude Code files': exampleWithRepair(
      {
        '.claude/settings.json': writeJson({ sandbox: { enabled: true } }),
        '.claude/settings.local.json': writeJson({ sandbox: { enabled: false } }),
      },
      { '"enabled": false': '"enabled": true' },
    ),
    'two opencode or Kilo files': exampleWithRepair(
      {
        ...opencodeSettings({ bash: { '*': 'ask', 'git push *': 'deny' } }),
        '.opencode/opencode.json': writeJson({ permission: { bash: { 'git push *': 'ask' } } }),
      },
      { '"git push *": "ask"': '"npm test": "allow"' },
    ),
    Codex: fixable(
      codexRules(
        'prefix_rule(pattern = [["bash", "timeout", "env"]], decision = "prompt")',
        'prefix_rule(pattern = ["cargo", "test"], decision = "allow")',
        'prefix_rule(pattern = ["cargo"], decision = "prompt")',
      ),
      { 'prefix_rule(pattern = ["cargo"], decision = "prompt")\n': '' },
    ),
  },
});
