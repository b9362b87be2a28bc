import type { AgentAnswer, AgentToolCall } from '../../agent-answer.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { FiledRule } from './filed-rule.ts';

/** @internal A call of bash. */
export function bash(command: string): AgentToolCall {
  return { tool: 'bash', arguments: { command } };
}

/** @internal A call that reads or changes a file. */
export function fileCall(tool: 'read' | 'write', filePath: string): AgentToolCall {
  return { tool, arguments: { filePath } };
}

/** @internal Fixed part of a pattern for commands, and whether anything may follow; undefined with a star elsewhere. */
export function ruledCommand({
  key,
  pattern,
}: FiledRule): { readonly text: string; readonly isOpen: boolean } | undefined {
  if (key !== 'bash') return undefined;
  const [, start = '', end] = /^(.*?)(\s?\*)?$/s.exec(pattern) ?? [];
  return start === '' || /[*?]/.test(start) ? undefined : { text: start.trim(), isOpen: end !== undefined };
}

/** @internal A text that a wildcard matches. */
export function sampleText(pattern: string): string {
  return pattern.replaceAll(/\*+/g, 'x').replaceAll('?', 'x');
}

/** @internal A call that a rule is about; undefined for a key that may be any tool. */
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
      // No call asks for these.
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

/** @internal A call as people write it. */
export function describeCall({ tool, arguments: given }: AgentToolCall): string {
  const [value] = Object.values(given);
  if (tool === 'bash') return String(value);
  return value === undefined ? tool : `${tool} ${String(value)}`;
}

/** @internal True if this rule is among those that decided. */
export function decides({ shown, file, line }: FiledRule, answer: AgentAnswer): boolean {
  return answer.by.some((one) => one.rule === shown && one.file === file && one.line === line);
}

/** @internal Place of a rule, and the text by which it is found in its line. */
export function placeOfRule({
  key,
  pattern,
  shown,
  file,
  line,
}: FiledRule): Pick<RiskDraft, 'file' | 'line' | 'written'> {
  return { file, line, written: shown.startsWith(`${key}: "`) ? pattern : key };
}
