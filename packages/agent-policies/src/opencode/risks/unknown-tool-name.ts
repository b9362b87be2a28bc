import type { RiskDraft } from '../../risks/group-risks.ts';
import { quoteText } from '../../risks/quote.ts';
import type { OpencodePlace } from './opencode-place.ts';
import { placeOfRule } from './rule-calls.ts';

/** Names of tools that exist in other versions, or that users mistake for tools. */
const gone: ReadonlySet<string> = new Set('list ls todoread codesearch codebase_search'.split(' '));

/** @internal Finds rules for tools that the agent no longer has. */
export function* findUnknownToolNames(place: OpencodePlace): Generator<RiskDraft> {
  for (const rule of place.rules) {
    const [holder] = place.holders(rule);
    if (holder === undefined || !gone.has(rule.key)) continue;
    if (place.ask(holder, { tool: rule.key, arguments: {} }).effect !== 'not offered') continue;
    const message = `${place.title} has no tool ${quoteText(rule.key)}, so this rule does nothing. Remove it.`;
    // An earlier version of the agent may have the tool.
    const repair = { change: { do: 'remove' }, isSafe: rule.action === 'allow', isNeutral: true } as const;
    yield { rule: 'unknown-tool-name', severity: 'info', ...placeOfRule(rule), message, repair };
  }
}
