import { claudeCodeTools } from '@modegate/agent-tools';
import { nearestName } from '@modegate/nearest-name';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudeAgent, ClaudeRule } from '../claude-rules.ts';
import { recordedClaudeVersion } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { placeOfRule } from './rule-calls.ts';
import { isUnknownTool } from './rule-does-nothing.ts';

/** @internal Finds rules and tool lists that mention tools unknown to Claude Code. */
export function* findUnknownToolNames(place: ClaudePlace): Generator<RiskDraft> {
  for (const rule of place.settings.flatMap(({ rules }) => rules)) if (isUnknownTool(rule)) yield describeRule(rule);
  for (const agent of place.agents) yield* findInAgent(place, agent);
}

const names = Object.keys(claudeCodeTools);

function describeRule(rule: ClaudeRule): RiskDraft {
  const { text, list, tool, ignored = '' } = rule;
  const message = `Claude Code ignores the rule ${quoteText(text)} under '${list}': ${ignored}.${suggest(tool)}`;
  const severity = list === 'allow' ? 'warning' : 'error';
  return { rule: 'unknown-tool-name', severity, ...placeOfRule(rule), message, kind: list, repair: repairOf(rule) };
}

/** A deny rule gets the correct tool name; the repair is certain if only the case differs. */
function repairOf({ text, list, tool }: ClaudeRule): RiskDraft['repair'] {
  if (list === 'allow') return { change: { do: 'remove' }, list, isNeutral: true };
  const nearest = nearestName(tool, names);
  if (nearest === undefined || !text.startsWith(tool)) return undefined;
  const change = { do: 'write', text: `${nearest}${text.slice(tool.length)}` } as const;
  return { change, list, isSafe: nearest.toLowerCase() === tool.toLowerCase() };
}

function suggest(tool: string): string {
  const nearest = nearestName(tool, names);
  return nearest === undefined ? ' Correct or remove the rule.' : ` Did you mean '${nearest}'?`;
}

function* findInAgent({ open }: ClaudePlace, agent: ClaudeAgent): Generator<RiskDraft> {
  for (const key of ['tools', 'disallowedTools'] as const) {
    const setting = agent[key];
    for (const written of setting?.value ?? []) {
      const tool = written.replace(/\(.*$/s, '');
      if (tool.startsWith('mcp__') || tool === '*' || names.includes(tool)) continue;
      const nearest = nearestName(tool, names);
      const isOffered =
        nearest !== undefined && open(agent.name)({ tool: nearest, arguments: {} }).effect !== 'not offered';
      const isLost = key === 'tools' ? !isOffered : isOffered;
      const effect =
        nearest === undefined || !isLost
          ? ''
          : key === 'tools'
            ? `, and the agent does not get '${nearest}'`
            : `, and the agent keeps '${nearest}'`;
      const message = `Claude Code ${recordedClaudeVersion} has no tool ${quoteText(tool)}, so this entry of '${key}' does nothing${effect}. Tool names are case-sensitive.`;
      const severity = key === 'disallowedTools' && effect !== '' ? 'error' : 'warning';
      const place = { file: agent.file, line: setting?.line ?? 1, written };
      yield { rule: 'unknown-tool-name', severity, ...place, message, kind: key };
    }
  }
}
