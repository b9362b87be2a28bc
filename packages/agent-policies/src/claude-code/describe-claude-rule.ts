import type { AgentProfile, MatchedRule } from '../agent-answer.ts';
import { nameByPattern, nameCommands } from '../compare/rule-words.ts';
import type { ClaudeRule, ClaudeRules } from './claude-rules.ts';

/** Describes what a rule covers: "run any `npm run`". Returns undefined for a setting or a default. */
export function describeClaudeRule(
  { rules: { settings } }: AgentProfile<ClaudeRules>,
  { rule: text, file }: MatchedRule,
): string | undefined {
  const rule = settings.flatMap((one) => one.rules).find((one) => one.text === text && one.file === file);
  return rule && describe(rule);
}

function describe({ tool, specifier }: ClaudeRule): string {
  if (tool.startsWith('mcp__')) return describeServer(tool);
  const pattern = (specifier ?? '*').trim();
  switch (tool) {
    case 'Bash':
    case 'PowerShell':
      return `run ${nameCommands(pattern.replace(/:\*$/, ' *'))}`;
    case 'Read':
      return `read ${nameByPattern(pattern, ['any file', 'files'])}`;
    case 'Edit':
      return `change ${nameByPattern(pattern, ['any file', 'files'])}`;
    case 'Write':
    case 'NotebookEdit':
      return `change any file with ${tool}`;
    case 'WebFetch':
      return `fetch ${pattern === '*' ? 'any page' : `pages of ${pattern.replace(/^domain:/, '')}`}`;
    case 'WebSearch':
      return 'search the web';
    case 'Agent':
      return `start ${nameByPattern(pattern, ['any subagent', 'subagents'])}`;
    case 'Skill':
      return `use ${nameByPattern(pattern, ['any skill', 'skills'])}`;
    default:
      return tool === '*' ? 'use any tool' : `use ${nameByPattern(tool, ['any tool', 'tools'])}`;
  }
}

function describeServer(tool: string): string {
  const [, server = '', ...rest] = tool.split('__');
  const name = rest.join('__');
  if (name === '' || name === '*') return `use every tool of the MCP server \`${server}\``;
  return `use ${nameByPattern(name, ['every tool', 'the tools'])} of the MCP server \`${server}\``;
}
