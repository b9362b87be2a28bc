import { exampleWithRepair } from '../define-rule.ts';
import { writeJson } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M116: a subagent with more permissions than the agent that starts it. */
export const subagentMayMore = agentRule(['M116', 'subagent-may-more', 'warning', 'default'], {
  summary:
    'An agent that is not allowed to run commands or change files can start another agent that has these permissions.',
  reason:
    'In opencode, a subagent follows its own rules, not the rules of the agent that starts it. In Kilo, a subagent inherits some deny rules, but not the deny rules for `bash`. An agent with `bash: deny` and the tool `task` can tell the agent `general` to run the command.',
  examples: {
    'opencode and Kilo': exampleWithRepair(
      {
        'opencode.json': writeJson({
          $schema: 'https://opencode.ai/config.json',
          agent: { reviewer: { mode: 'primary', permission: { edit: 'deny', bash: 'deny' } } },
        }),
      },
      { '"bash": "deny"': '"bash": "deny",\n          "task": "deny"' },
    ),
  },
});
