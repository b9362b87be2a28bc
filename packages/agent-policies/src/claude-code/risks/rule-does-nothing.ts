import type { AgentToolCall } from '../../agent-answer.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { bash, placeOfRule, samplePath } from './rule-calls.ts';

/** @internal Finds rules that Claude Code ignores, and allow rules that no command can match. */
export function* findIdleRules(place: ClaudePlace): Generator<RiskDraft> {
  for (const rule of place.settings.flatMap(({ rules }) => rules)) {
    const { text, list, ignored } = rule;
    if (ignored === undefined || isUnknownTool(rule) || rule.specifier === '*') continue;
    const lost = list === 'allow' ? undefined : findLoss(place, rule);
    const message = `Claude Code ignores the rule ${quoteText(text)} under '${list}': ${ignored}.${lost?.sentence ?? ''} Correct or remove the rule.`;
    const kind = ignored.replaceAll(/'[^']*'/g, '…');
    yield {
      rule: 'rule-does-nothing',
      severity: lost?.severity ?? 'warning',
      ...placeOfRule(rule),
      message,
      kind: `${list} ${kind}`,
      repair: repairOf(rule),
    };
  }
}

/** An allow rule without effect may be removed; a deny rule is rewritten so that it takes effect. */
function repairOf({ text, tool, specifier = '', list }: ClaudeRule): RiskDraft['repair'] {
  if (list === 'allow') return { change: { do: 'remove' }, list, isNeutral: true };
  const command = tool === 'Bash' ? text.replace(/\s+:\*(\s*\))$/, ':*$1') : text;
  if (command !== text && specifier.trim() !== ':*')
    return { change: { do: 'write', text: command }, list, isSafe: true };
  const instead = /^(?:Write|NotebookEdit|MultiEdit)$/.test(tool) ? 'Edit' : pathReaders.has(tool) ? 'Read' : undefined;
  if (instead === undefined || specifier.trim() === '') return undefined;
  const change = { do: 'write', text: `${instead}${text.slice(text.indexOf('('))}` } as const;
  // Denying `Read` blocks more than just searches.
  return { change, list, isSafe: instead === 'Edit' };
}

const pathReaders: ReadonlySet<string> = new Set(['Glob', 'Grep', 'LS', 'NotebookRead']);

/** @internal True for a rule whose tool does not exist in Claude Code. */
export function isUnknownTool({ ignored }: ClaudeRule): boolean {
  return ignored?.startsWith('there is no tool') === true;
}

interface Loss {
  readonly severity: RiskDraft['severity'];
  readonly sentence: string;
}

/**
 * Returns what remains possible when a deny or ask rule is ignored: a command, or a tool call that changes or reads the
 * same file.
 */
function findLoss({ ask }: ClaudePlace, rule: ClaudeRule): Loss | undefined {
  const call = callOfIgnored(rule);
  if (call === undefined) return undefined;
  const { effect } = ask(call);
  const shown = quoteText(describeRiskyCall(call));
  if (effect === 'allow') return { severity: 'error', sentence: ` ${shown} runs without asking.` };
  if (effect === 'ask' && rule.list === 'deny')
    return { severity: 'warning', sentence: ` ${shown} is asked, not denied.` };
  return { severity: 'info', sentence: '' };
}

function callOfIgnored({ tool, specifier = '' }: ClaudeRule): AgentToolCall | undefined {
  const command = /^(.*\S)\s*:\*\s*$/s.exec(specifier)?.[1];
  if (tool === 'Bash') return command === undefined ? undefined : bash(`${command} x`);
  const isWrite = /^(?:Write|NotebookEdit|MultiEdit)$/.test(tool);
  if (!isWrite && !/^(?:Glob|Grep|LS|NotebookRead)$/.test(tool)) return undefined;
  return { tool: isWrite ? 'Edit' : 'Read', arguments: { file_path: samplePath(specifier) } };
}
