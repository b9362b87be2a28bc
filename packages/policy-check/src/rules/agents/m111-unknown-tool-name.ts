import { claudeSettings, opencodeSettings } from './agent-files.ts';
import { agentRule, fixable } from './agent-rule.ts';

/** M111: a tool name that does not belong to any tool. */
export const unknownToolName = agentRule(['M111', 'unknown-tool-name', 'error', 'default'], {
  summary: 'A rule or a tool list refers to a tool that the agent does not have.',
  reason:
    'Tool names are case-sensitive, and each agent has its own tool names. A rule for `bash` or `Shell` has no effect in Claude Code, and an agent with `tools: read, grep` gets neither tool. The finding is an error if a deny rule has no effect, a warning if a tool is missing, and informational for tools of earlier versions, such as `list` in opencode.',
  examples: {
    'Claude Code': fixable(claudeSettings({ deny: ['bash(git push:*)'] }), { 'bash(': 'Bash(' }),
    'opencode and Kilo': fixable(opencodeSettings({ codesearch: 'deny', bash: 'ask', edit: 'ask' }), {
      '"codesearch": "deny",\n    ': '',
    }),
  },
});
