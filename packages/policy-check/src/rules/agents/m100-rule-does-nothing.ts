import { claudeSettings, codexRules, opencodeSettings } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M100: a rule that no call can match. */
export const ruleDoesNothing = agentRule(['M100', 'rule-does-nothing', 'error', 'default'], {
  summary: 'A rule has a form that no call can match, so the rule has no effect.',
  reason:
    "Claude Code ignores `Write(path)`, because only rules for `Edit` and `Read` can contain paths. It also ignores rules with a space before `:*`. opencode and Kilo treat the keys of `permission` as permission names, but `write` and `rm -rf *` are not permission names. They also compare paths relative to the project's folder, so `./docs/*` and `/home/me/*` match nothing. Codex compares word by word, without wildcards, and checks the commands inside a plain `bash -lc`. None of these agents reports such a rule. The finding is an error if a deny rule has no effect and the call runs, a warning if the agent asks about the call instead, and informational otherwise.",
  examples: {
    'Claude Code': fixable(claudeSettings({ allow: ['Edit'], deny: ['Write(secrets/**)'] }), {
      'Write(secrets': 'Edit(secrets',
    }),
    'opencode and Kilo': fixable(opencodeSettings({ bash: 'allow', 'sudo *': 'deny' }), {
      '"bash": "allow",\n    "sudo *": "deny"': '"bash": {\n      "*": "ask",\n      "npm test": "allow"\n    }',
    }),
    Codex: fixable(
      codexRules(
        'prefix_rule(pattern = [["bash", "timeout", "env"]], decision = "prompt")',
        'prefix_rule(pattern = ["terraform apply"], decision = "forbidden")',
      ),
      { '"terraform apply"': '"terraform", "apply"' },
    ),
  },
});
