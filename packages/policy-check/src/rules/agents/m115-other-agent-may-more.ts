import { exampleWithRepair } from '../define-rule.ts';
import { agentRule } from './agent-rule.ts';

/** M115: a command that is denied here but that another agent may run. */
export const otherAgentMayMore = agentRule(['M115', 'other-agent-may-more', 'warning', 'default'], {
  summary: 'One agent in this project denies a command that another agent runs without asking.',
  reason:
    'Each agent reads only its own files. If the team works with several agents, a deny rule for one agent applies only to the people who use that agent. Write the deny rule for every agent, or for no agent.',
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
