import type { AgentToolCall } from '../../agent-answer.ts';
import { describeRiskyCall } from '../../risks/describe-call.ts';
import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { ClaudePlace } from './claude-risks.ts';
import { bash, decides, placeOfRule } from './rule-calls.ts';

/** Calls outside the project; if a rule allows any of them, it restricts nothing. */
const beyond: readonly AgentToolCall[] = [
  bash('touch ../x'),
  { tool: 'Write', arguments: { file_path: '../x' } },
  { tool: 'Read', arguments: { file_path: '~/.ssh/id_rsa' } },
];

/** @internal Finds rules, modes and folders that allow everything that a tool can do. */
export function* findWholeAllows(place: ClaudePlace): Generator<RiskDraft> {
  for (const call of beyond) {
    const answer = place.ask(call);
    const rules = answer.effect === 'allow' ? place.list('allow').filter((rule) => decides(rule, answer)) : [];
    for (const rule of rules) {
      const message = `${quoteText(rule.text)} also allows ${quoteText(describeRiskyCall(call))}, which reaches outside the project. Allow only what is needed.`;
      yield { rule: 'everything-allowed', severity: 'warning', ...placeOfRule(rule), message, kind: 'tool' };
    }
  }
  yield* findOpenModes(place);
}

/** Finds a mode that a project selects for all users. */
function* findOpenModes({ settings, open }: ClaudePlace): Generator<RiskDraft> {
  const call: AgentToolCall = { tool: 'Write', arguments: { file_path: 'src/x' } };
  for (const { defaultMode, file } of settings) {
    if (defaultMode?.value !== 'acceptEdits' || open(undefined, { trust: 'none' })(call).effect !== 'allow') continue;
    const message =
      "In the mode 'acceptEdits', Claude Code changes project files without asking, even in an untrusted folder. Let each person set the mode in their own settings.";
    const place = { file, line: defaultMode.line ?? 1, written: defaultMode.value };
    yield { rule: 'everything-allowed', severity: 'warning', ...place, message, kind: 'mode' };
  }
}
