import { agentRule, fixable } from './agent-rule.ts';

/** M111: a name that no tool has. */
export const unknownToolName = agentRule({
  id: 'M111',
  name: 'unknown-tool-name',
  severity: 'error',
  preset: 'default',
  summary: 'A rule or a list of tools names a tool that the agent does not have.',
  reason:
    'Names of tools are case-sensitive, and each agent has its own: a rule for `bash` or `Shell` does nothing in Claude Code, and an agent with `tools: read, grep` gets neither. It is an error where a denial is lost, a warning where a tool is missing, and information for tools of earlier versions, such as `list` in opencode.',
  examples: {
    'Claude Code': fixable(
      {
        '.claude/settings.json': `
        {
          "permissions": {
            "deny": [
              "bash(git push:*)"
            ]
          }
        }
      `,
      },
      { 'bash(': 'Bash(' },
    ),
    'opencode and Kilo': fixable(
      {
        'opencode.json': `
        {
          "$schema": "https://opencode.ai/config.json",
          "permission": {
            "codesearch": "deny",
            "bash": "ask",
            "edit": "ask"
          }
        }
      `,
      },
      { '"codesearch": "deny",\n    ': '' },
    ),
  },
});
