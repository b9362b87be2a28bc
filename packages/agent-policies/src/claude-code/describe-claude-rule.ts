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
  const described = descriptions.get(tool)?.((specifier ?? '*').trim());
  return described ?? (tool === '*' ? 'use any tool' : `use ${nameByPattern(tool, ['any tool', 'tools'])}`);
}

const descriptions = new Map<string, (pattern: string) => string>([
  ['Bash', describeCommands],
  ['PowerShell', describeCommands],
  ['Read', (pattern) => `read ${nameByPattern(pattern, ['any file', 'files'])}`],
  ['Edit', (pattern) => `change ${nameByPattern(pattern, ['any file', 'files'])}`],
  ['Write', () => 'change any file with Write'],
  ['NotebookEdit', () => 'change any file with NotebookEdit'],
  ['WebFetch', (pattern) => `fetch ${pattern === '*' ? 'any page' : `pages of ${pattern.replace(/^domain:/, '')}`}`],
  ['WebSearch', () => 'search the web'],
  ['Agent', (pattern) => `start ${nameByPattern(pattern, ['any subagent', 'subagents'])}`],
  ['Skill', (pattern) => `use ${nameByPattern(pattern, ['any skill', 'skills'])}`],
]);

function describeCommands(pattern: string): string {
  return `run ${nameCommands(pattern.replace(/:\*$/, ' *'))}`;
}

function describeServer(tool: string): string {
  const [, server = '', ...rest] = tool.split('__');
  const name = rest.join('__');
  if (name === '' || name === '*') return `use every tool of the MCP server \`${server}\``;
  return `use ${nameByPattern(name, ['every tool', 'the tools'])} of the MCP server \`${server}\``;
}
