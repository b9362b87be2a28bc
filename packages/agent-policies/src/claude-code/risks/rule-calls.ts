import type { AgentAnswer, AgentToolCall } from '../../agent-answer.ts';
import type { RuledCommand } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { ClaudeRule } from '../claude-rules.ts';

/**
 * @internal Returns the command in a rule; returns undefined for other tools, for a rule that covers the whole Bash
 * tool, and for a rule with an asterisk elsewhere.
 */
export function ruledCommand({ tool, specifier }: ClaudeRule): RuledCommand | undefined {
  if (tool !== 'Bash' || specifier === undefined) return undefined;
  const [, start = '', end] = /^(.*?)(:\*|\s\*|\*)?$/s.exec(specifier.trim()) ?? [];
  return start === '' || start.includes('*') ? undefined : { text: start.trim(), isOpen: end !== undefined };
}

/** @internal Returns a call to Bash. */
export function bash(command: string): AgentToolCall {
  return { tool: 'Bash', arguments: { command } };
}

/**
 * @internal Returns calls that show what a rule covers: one with the rule's own text, and one with an additional
 * argument that no rule mentions.
 */
export function callsOfRule(rule: ClaudeRule): readonly AgentToolCall[] {
  const { tool, specifier } = rule;
  const command = ruledCommand(rule);
  if (command !== undefined)
    return [command.text, ...(command.isOpen ? [`${command.text} ${anyArgument}`] : [])].map(bash);
  if (tool === 'Bash') return specifier === undefined ? [bash(anyArgument)] : [];
  if (tool === 'Read' || tool === 'Edit')
    return [{ tool, arguments: { file_path: specifier === undefined ? anyArgument : samplePath(specifier) } }];
  if (tool === 'WebFetch')
    return [{ tool, arguments: { url: `https://${specifier?.replace(/^domain:(\*\.)?/, '') ?? anyArgument}/` } }];
  if (specifier !== undefined) return [];
  const isServer = tool.startsWith('mcp__') && tool.split('__').length === 2;
  return [{ tool: isServer ? `${tool}__${anyArgument}` : tool.replaceAll('*', anyArgument), arguments: {} }];
}

/** @internal Placeholder for any argument that may follow; no rule mentions it. */
export const anyArgument = 'zz';

/** @internal Returns a path that matches a pattern, such as `secrets/x` for `./secrets/**`. */
export function samplePath(pattern: string): string {
  const path = pattern
    .trim()
    .replace(/^\.\//, '')
    .replace(/^\/(?=[^/])/, '')
    .replace(/^\/\//, '/');
  const filled = path
    .split('/')
    .filter((part, index, parts) => part !== '**' || index === parts.length - 1)
    .map((part) => (part === '**' ? 'x' : part.replaceAll(/\*+/g, 'x').replaceAll('?', 'x')))
    .join('/');
  return filled === '' || filled.endsWith('/') ? `${filled}x` : filled;
}

/** @internal True if this rule is among those that decided the answer. */
export function decides(rule: ClaudeRule, answer: AgentAnswer): boolean {
  return answer.by.some((one) => one.rule === rule.text && one.file === rule.file && one.line === rule.line);
}

/** @internal Returns the file, line and text of a rule that was read from a file. */
export function placeOfRule({ file = '', line = 1, text }: ClaudeRule): Pick<RiskDraft, 'file' | 'line' | 'written'> {
  return { file, line, written: text };
}
