import { exampleWithRepair } from '../define-rule.ts';
import { claudeSettings, codexRules, opencodeSettings, writeJson } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M102: a rule that another one always defeats. */
export const defeatedRule = agentRule({
  id: 'M102',
  name: 'defeated-rule',
  severity: 'error',
  preset: 'default',
  summary: 'A rule never takes effect, because another rule, in the same file or in another, always wins.',
  reason:
    'In Claude Code, a denial wins over a question and a question over an allowance, however narrow they are. In opencode and Kilo, the last match wins, so a `*` at the end of a map overrides everything above it, and a `*` that denies removes the whole tool. In Codex, the strictest match wins, not the longest. Two files may contradict each other: in Claude Code, a denial in `settings.json` overrides what `settings.local.json` allows, but `defaultMode` and `sandbox` are taken from `settings.local.json`; in opencode and Kilo, a key in a later file replaces the same key of an earlier file, denials included. It is an error if a denial or a question is overridden and the call runs, and otherwise a warning.',
  examples: {
    'Claude Code': fixable(claudeSettings({ allow: ['Bash(git status:*)'], deny: ['Bash(git *)'] }), {
      'git *': 'git push:*',
    }),
    'opencode and Kilo': fixable(opencodeSettings({ bash: { 'git push *': 'deny', '*': 'ask' } }), {
      '"git push *": "deny",\n      "*": "ask"': '"*": "ask",\n      "git push *": "deny"',
    }),
    'two files of Claude Code': exampleWithRepair(
      {
        '.claude/settings.json': writeJson({ sandbox: { enabled: true } }),
        '.claude/settings.local.json': writeJson({ sandbox: { enabled: false } }),
      },
      { '"enabled": false': '"enabled": true' },
    ),
    'two files of opencode or Kilo': exampleWithRepair(
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
