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
 * @internal Returns the fixed part of a command pattern, and whether more text may follow it; returns undefined if an
 * asterisk is elsewhere.
 */
export function ruledCommand({ key, pattern }: FiledRule): RuledCommand | undefined {
  if (key !== 'bash') return undefined;
  const [, start = '', end] = /^(.*?)(\s?\*)?$/s.exec(pattern) ?? [];
  return start === '' || /[*?]/.test(start) ? undefined : { text: start.trim(), isOpen: end !== undefined };
}

/** @internal Returns a text that a wildcard matches. */
export function sampleText(pattern: string): string {
  return pattern.replaceAll(/\*+/g, 'x').replaceAll('?', 'x');
}

/** @internal Returns a call that a rule covers; returns undefined for a key that may match any tool. */
export function callOfRule({ key, pattern }: FiledRule): AgentToolCall | undefined {
  const text = sampleText(pattern);
  switch (key) {
    case 'bash':
      return bash(text);
    case 'read':
      return fileCall('read', pattern === '*' ? 'src/x' : text);
    case 'edit':
      return fileCall('write', pattern === '*' ? 'src/x' : text);
    case 'write':
    case 'patch':
    case 'apply_patch':
    case 'multiedit':
      // No call requests these permissions.
      return undefined;
    case 'webfetch':
      return { tool: 'webfetch', arguments: { url: pattern === '*' ? 'https://example.com/' : text } };
    case 'task':
      return { tool: 'task', arguments: { subagent_type: text } };
    case 'skill':
      return { tool: 'skill', arguments: { name: text } };
    case 'glob':
    case 'grep':
      return { tool: key, arguments: { pattern: text } };
    case 'external_directory':
      return text.startsWith('/') ? fileCall('read', text) : undefined;
    case '*':
      return bash('zz');
    default:
      return /[*?]/.test(key) ? undefined : { tool: key, arguments: {} };
  }
}

/** @internal True if this rule is among those that decided the answer. */
export function decides({ shown, file, line }: FiledRule, answer: AgentAnswer): boolean {
  return answer.by.some((one) => one.rule === shown && one.file === file && one.line === line);
}

/** @internal Returns the location of a rule, and the text used to find the rule in its line. */
export function placeOfRule(rule: FiledRule): Pick<RiskDraft, 'file' | 'line' | 'written'> {
  const { key, pattern, shown, file, line } = rule;
  return { file, line, written: shown.startsWith(`${key}: "`) ? pattern : key };
}
