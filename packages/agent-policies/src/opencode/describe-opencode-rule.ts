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
  const isAll = pattern === '*';
  switch (key) {
    case '*':
      return isAll ? 'use any tool' : `use any tool on \`${pattern}\``;
    case 'bash':
      return `run ${nameCommands(pattern)}`;
    case 'read':
      return `read ${nameByPattern(pattern, ['any file', 'files'])}`;
    case 'edit':
      return `change ${nameByPattern(pattern, ['any file', 'files'])}`;
    case 'external_directory':
      return `access ${nameByPattern(pattern, ['any folder', 'paths'])} outside the project`;
    case 'task':
      return `start ${nameByPattern(pattern, ['any subagent', 'subagents'])}`;
    case 'skill':
      return `use ${nameByPattern(pattern, ['any skill', 'skills'])}`;
    case 'webfetch':
      return 'fetch any page';
    case 'websearch':
      return 'search the web';
    default:
      return `use ${nameByPattern(key, ['any tool', 'tools'])}${isAll ? '' : ` on \`${pattern}\``}`;
  }
}
