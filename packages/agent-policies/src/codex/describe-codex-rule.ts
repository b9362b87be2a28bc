import type { AgentProfile, MatchedRule } from '../agent-answer.ts';
import type { CodexRules } from './codex-rules.ts';

/**
 * Describes what a rule or a server approval covers, such as "run any `git push`"; returns undefined for other
 * settings.
 */
export function describeCodexRule(
  { rules: { rules } }: AgentProfile<CodexRules>,
  { rule: text, file, line }: MatchedRule,
): string | undefined {
  const all = rules.flatMap(({ prefixRules }) => prefixRules);
  const prefix = all.find(({ source }) => source.rule === text && source.file === file && source.line === line);
  if (prefix !== undefined) return `run any \`${prefix.pattern.map((words) => words.join('|')).join(' ')}\``;
  const [, server, tool] =
    /^mcp_servers\.([^. ]+)\.(?:default_tools_approval_mode|tools\.([^. ]+)\.approval_mode) = /.exec(text) ?? [];
  if (server === undefined) return undefined;
  return `use ${tool === undefined ? 'every tool' : `\`${tool}\``} of the MCP server \`${server}\``;
}
