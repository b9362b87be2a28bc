import type { AgentAnswer, AgentToolCall } from '../../agent-answer.ts';
import type { RuledCommand } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { FiledRule } from './filed-rule.ts';

/** @internal Returns a call to bash. */
export function bash(command: string): AgentToolCall {
  return { tool: 'bash', arguments: { command } };
}

/** @internal Returns a call that reads or changes a file. */
export function fileCall(tool: 'read' | 'write', filePath: string): AgentToolCall {
  return { tool, arguments: { filePath } };
}

/**
 * @internal Returns the fixed part of a command pattern, and whether more text may follow it; returns undefined if
 * there is an asterisk elsewhere.
 */
export function ruledCommand({ key, pattern }: FiledRule): RuledCommand | undefined {
  if (key !== 'bash') return undefined;
  const [, start = '', end] = /^(.*?)(\s?\*)?$/s.exec(pattern) ?? [];
  return start === '' || /[*?]/.test(start) ? undefined : { text: start.trim(), isOpen: end !== undefined };
}

/** @internal Returns a string that a wildcard matches. */
export function sampleText(pattern: string): string {
  return pattern.replaceAll(/\*+/g, 'x').replaceAll('?', 'x');
}

/** @internal Returns a call that a rule covers; returns undefined for a key that may match any tool. */
export function callOfRule({ key, pattern }: FiledRule): AgentToolCall | undefined {
  const create = callsByKey.get(key);
  if (create !== undefined) return create(sampleText(pattern), pattern === '*');
  return /[*?]/.test(key) ? undefined : { tool: key, arguments: {} };
}

const callsByKey = new Map<string, (text: string, isAll: boolean) => AgentToolCall | undefined>([
  ['bash', bash],
  ['read', (text, isAll) => fileCall('read', isAll ? 'src/x' : text)],
  ['edit', (text, isAll) => fileCall('write', isAll ? 'src/x' : text)],
  ['webfetch', (text, isAll) => ({ tool: 'webfetch', arguments: { url: isAll ? 'https://example.com/' : text } })],
  ['task', (text) => ({ tool: 'task', arguments: { subagent_type: text } })],
  ['skill', (name) => ({ tool: 'skill', arguments: { name } })],
  ['glob', (pattern) => ({ tool: 'glob', arguments: { pattern } })],
  ['grep', (pattern) => ({ tool: 'grep', arguments: { pattern } })],
  ['external_directory', (text) => (text.startsWith('/') ? fileCall('read', text) : undefined)],
  ['*', () => bash('zz')],
  // No call requests these permissions.
  ...['write', 'patch', 'apply_patch', 'multiedit'].map((key) => [key, () => undefined] as const),
]);

/** @internal True if this rule is among those that decided the answer. */
export function decides({ shown, file, line }: FiledRule, answer: AgentAnswer): boolean {
  return answer.by.some((one) => one.rule === shown && one.file === file && one.line === line);
}

/** @internal Returns the location of a rule, and the text used to find the rule in its line. */
export function placeOfRule(rule: FiledRule): Pick<RiskDraft, 'file' | 'line' | 'written'> {
  const { key, pattern, shown, file, line } = rule;
  return { file, line, written: shown.startsWith(`${key}: "`) ? pattern : key };
}
