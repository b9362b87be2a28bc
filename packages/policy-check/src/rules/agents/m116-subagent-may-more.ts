import { exampleWithRepair } from '../define-rule.ts';
import { writeJson } from './agent-files.ts';
import { agentRule } from './agent-rule.ts';

/** M116: a subagent that may do more. */
export const subagentMayMore = agentRule({
  id: 'M116',
  name: 'subagent-may-more',
  severity: 'warning',
  preset: 'default',
  summary: 'An agent that may not run commands or change files may start another agent that may.',
  reason:
    'In opencode, a subagent follows its own rules, not those of the agent that starts it; in Kilo, it inherits some denials, but not those of `bash`. An agent with `bash: deny` and the tool `task` can have the agent `general` run the command.',
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
