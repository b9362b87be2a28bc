import type { AgentToolCall } from '../../agent-answer.ts';
import { plainWords } from '../../risks/command-clause.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { JsonChange } from '../../risks/json-change.ts';
import { quoteText } from '../../risks/quote.ts';
import { respellCommand } from '../../risks/respell-command.ts';
import type { ClaudeRule } from '../claude-rules.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { bash, placeOfRule, ruledCommand } from './rule-calls.ts';

/** A call that a deny rule misses, and the reason. */
interface Miss {
  readonly call: AgentToolCall;
  /** Clause worded to follow "which". */
  readonly why: string;
  /** Change that would make the rule cover the call too. */
  readonly change?: JsonChange;
}

/** @internal Finds deny and ask rules that miss another form of the command or file that they cover. */
export function* findShortDenials(place: ClaudePlace): Generator<RiskDraft> {
  for (const rule of [...place.list('deny'), ...place.list('ask')]) {
    const misses = [...commandMisses(rule), ...otherMisses(rule)].map((miss) => ({
      ...miss,
      effect: place.ask(miss.call).effect,
    }));
    const open =
      misses.find(({ effect }) => effect === 'allow') ??
      misses.find((miss) => miss.effect === 'ask' && rule.list === 'deny' && !isFarFetched(miss));
    if (open === undefined) continue;
    const verb = rule.list === 'deny' ? 'deny' : 'ask about';
    const then = open.effect === 'allow' ? 'runs without asking' : 'needs approval but is not denied';
    const message = `${quoteText(rule.text)} does not ${verb} ${quoteText(describeRiskyCall(open.call))}, which ${open.why} and ${then}.`;
    const severity = open.effect === 'allow' ? 'error' : 'info';
    // The other form may have been left unrestricted on purpose.
    const repair = open.change && { change: open.change, list: rule.list };
    const kind = `${rule.list} ${open.why}`;
    yield { rule: 'denial-reaches-less', severity, ...placeOfRule(rule), message, kind, repair };
  }
}

/** True for a form that users do not write by accident: it matters only if it runs without asking. */
function isFarFetched({ call }: Miss): boolean {
  return describeRiskyCall(call).startsWith('git -C ');
}

function commandMisses(rule: ClaudeRule): readonly Miss[] {
  const command = ruledCommand(rule);
  const words = command && plainWords(command.text);
  if (command === undefined || words === undefined) return [];
  const isName = words.length <= 2 && words.every((word) => /^[a-z][\w-]*$/.test(word));
  const widened = { do: 'write', text: `Bash(${command.text}:*)` } as const;
  if (!command.isOpen && isName) return [{ call: bash(`${command.text} x`), why: 'has an argument', change: widened }];
  return respellCommand(words).map((text) => ({ call: bash(text), why: 'does the same' }));
}

function otherMisses({ tool, specifier }: ClaudeRule): readonly Miss[] {
  if (specifier === undefined && (tool === 'Edit' || tool === 'Write')) {
    const other = tool === 'Edit' ? 'Write' : 'Edit';
    return [
      {
        call: { tool: other, arguments: { file_path: 'src/x' } },
        why: 'changes files too',
        change: { do: 'add', text: other },
      },
    ];
  }
  const [, domain] = /^domain:([^*]+)$/.exec(specifier?.trim() ?? '') ?? [];
  if (tool !== 'WebFetch' || domain === undefined) return [];
  return [{ call: { tool, arguments: { url: `https://sub.${domain}/` } }, why: 'is on a subdomain' }];
}
