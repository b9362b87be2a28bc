import type { AgentToolCall } from '../../agent-answer.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { FiledRule } from './filed-rule.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { decides, fileCall, placeOfRule } from './rule-calls.ts';

/** @internal Finds rules that apply to everything and also allow calls for which the agent asks by default. */
export function* findWholeAllows(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    if (rule.action !== 'allow' || rule.pattern !== '*') continue;
    const calls = [...openedCalls(place, rule), ...openedAgents(place, rule)];
    if (calls.length === 0) continue;
    const message = `${quoteText(rule.shown)} also allows what ${place.title} restricts by default: ${calls.join(', ')}. Allow only the tools and files that are needed.`;
    yield { rule: 'everything-allowed', severity: 'warning', ...placeOfRule(rule), message, kind: calls.join() };
  }
}

/** Calls for which the agent asks by default, with the keys that allow them as a side effect. */
const guarded: readonly (readonly [AgentToolCall, readonly string[]])[] = [
  [fileCall('read', '.env'), ['*', 'read']],
  [fileCall('read', '/etc/hosts'), ['*']],
];

function openedCalls({ holders, ask }: OpencodePlace, rule: FiledRule): readonly string[] {
  const [holder] = holders(rule);
  if (holder === undefined) return [];
  const isOpened = (call: AgentToolCall) => {
    const answer = ask(holder, call);
    return answer.effect === 'allow' && decides(rule, answer);
  };
  return guarded
    .filter(([call, keys]) => keys.includes(rule.key) && isOpened(call))
    .map(([call]) => quoteText(describeRiskyCall(call)));
}

/** Lists the agents that are intended only to plan or search, but that this rule allows to change files. */
function openedAgents({ readers, ask }: OpencodePlace, rule: FiledRule): readonly string[] {
  if (rule.key !== '*' && rule.key !== 'edit') return [];
  const call = fileCall('write', 'src/x');
  const opened = readers(rule).filter((profile) => {
    const answer = ask(profile, call);
    return answer.effect === 'allow' && decides(rule, answer);
  });
  const names = opened.map(({ rules: { name } }) => `'${name}'`).join(' and ');
  return opened.length === 0
    ? []
    : [`${quoteText(describeRiskyCall(call))} in ${opened.length === 1 ? 'the agent' : 'the agents'} ${names}`];
}
