import type { AgentProfile, MatchedRule } from '../agent-answer.ts';
import { nameByPattern, nameCommands } from '../compare/rule-words.ts';
import type { OpencodeRules } from './agent-rules.ts';
import { toMatchedRule } from './rules.ts';

/**
 * @internal Describes what a rule covers, such as "run any `npm`"; returns undefined for anything that is not a rule.
 */
export function describeOpencodeRule(
  { rules: { rules } }: AgentProfile<OpencodeRules>,
  given: MatchedRule,
): string | undefined {
  const key = JSON.stringify(given);
  const rule = rules.find((one) => JSON.stringify(toMatchedRule(one)) === key);
  return rule && describe(rule.key, rule.pattern);
}

function describe(key: string, pattern: string): string {
  const described = descriptions.get(key)?.(pattern);
  return described ?? `use ${nameByPattern(key, ['any tool', 'tools'])}${pattern === '*' ? '' : ` on \`${pattern}\``}`;
}

const descriptions = new Map<string, (pattern: string) => string>([
  ['bash', (pattern) => `run ${nameCommands(pattern)}`],
  ['read', (pattern) => `read ${nameByPattern(pattern, ['any file', 'files'])}`],
  ['edit', (pattern) => `change ${nameByPattern(pattern, ['any file', 'files'])}`],
  ['external_directory', (pattern) => `access ${nameByPattern(pattern, ['any folder', 'paths'])} outside the project`],
  ['task', (pattern) => `start ${nameByPattern(pattern, ['any subagent', 'subagents'])}`],
  ['skill', (pattern) => `use ${nameByPattern(pattern, ['any skill', 'skills'])}`],
  ['webfetch', () => 'fetch any page'],
  ['websearch', () => 'search the web'],
]);
