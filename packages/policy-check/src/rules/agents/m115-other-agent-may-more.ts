import { exampleWithRepair } from '../../workspace/rule.ts';
import { agentRule } from './agent-rule.ts';

/** M115: a command that another agent may run. */
export const otherAgentMayMore = agentRule({
  id: 'M115',
  name: 'other-agent-may-more',
  severity: 'warning',
  preset: 'default',
  summary: 'A command that one agent is denied in this project runs unasked in another one.',
  reason:
    'Each agent reads its own files only. Where the team works with several, a denial in one of them holds for those who use that agent. Say it in all of them, or in none.',
  examples: {
    'Claude Code and opencode': exampleWithRepair(
      {
        '.claude/settings.json': `
          {
            "permissions": {
              "deny": ["Bash(terraform:*)"]
            }
          }
        `,
        'opencode.json': `
          {
            "$schema": "https://opencode.ai/config.json",
            "permission": {
              "bash": { "*": "allow" }
            }
          }
        `,
      },
      { '"*": "allow"': '"*": "ask"' },
    ),
  },
});
