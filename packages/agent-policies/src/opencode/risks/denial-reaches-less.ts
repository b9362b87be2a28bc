import type { AgentToolCall } from '../../agent-answer.ts';
import { plainWords } from '../../risks/command-clause.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import { respellCommand } from '../../risks/respell-command.ts';
import type { FiledRule } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { bash, callOfRule, decides, fileCall, placeOfRule, ruledCommand, sampleText } from './rule-calls.ts';

/** @internal Finds `deny` and `ask` rules that miss another form of the command or file that they cover. */
export function* findShortDenials(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const [holder] = place.holders(rule);
    const call = callOfRule(rule);
    if (
      rule.action === 'allow' ||
      holder === undefined ||
      call === undefined ||
      !decides(rule, place.ask(holder, call))
    )
      continue;
    const misses = missesOf(rule).map((miss) => ({ ...miss, effect: place.ask(holder, miss.call).effect }));
    const open = misses.find(({ effect }) => effect === 'allow');
    if (open === undefined) continue;
    const advice =
      open.wider === undefined
        ? 'A pattern matches only the text of the command, so allow only the commands that are needed.'
        : `Write ${quoteText(open.wider)}.`;
    const verb = rule.action === 'deny' ? 'deny' : 'ask about';
    const message = `${quoteText(rule.shown)} does not ${verb} ${quoteText(describeRiskyCall(open.call))}, which ${open.why} and runs without asking. ${advice}`;
    yield {
      rule: 'denial-reaches-less',
      severity: 'error',
      ...placeOfRule(rule),
      message,
      kind: `${rule.action} ${open.why}`,
      repair: open.wider === undefined ? undefined : { change: { do: 'write', text: open.wider } },
    };
  }
}

interface Miss {
  readonly call: AgentToolCall;
  /** Clause worded to follow "which". */
  readonly why: string;
  /** Pattern that would also cover the other form. */
  readonly wider?: string;
}

function missesOf(rule: FiledRule): readonly Miss[] {
  const command = ruledCommand(rule);
  if (command !== undefined) {
    const isName = /^[a-z][\w-]*( [a-z][\w-]*)?$/.test(command.text);
    if (!command.isOpen && isName)
      return [{ call: bash(`${command.text} x`), why: 'has an argument', wider: `${command.text} *` }];
    return respellCommand(plainWords(command.text)).map((text) => ({ call: bash(text), why: 'does the same' }));
  }
  const tool = rule.key === 'edit' ? 'write' : rule.key === 'read' ? 'read' : undefined;
  if (tool === undefined) return [];
  const inFolder = /^\*\*\/(.+)$/.exec(rule.pattern)?.[1];
  if (inFolder !== undefined && !inFolder.includes('/'))
    return [
      {
        call: fileCall(tool, sampleText(inFolder)),
        why: "is directly in the project's folder",
        wider: inFolder.startsWith('*') ? inFolder : `*${inFolder}`,
      },
    ];
  if (/[/*]/.test(rule.pattern.slice(0, 1)) || rule.pattern.includes('/')) return [];
  return [
    { call: fileCall(tool, `sub/${sampleText(rule.pattern)}`), why: 'is in a subfolder', wider: `*${rule.pattern}` },
  ];
}
