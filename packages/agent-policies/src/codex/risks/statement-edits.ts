import { createLineIndex } from '@modegate/json';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { CodexPrefixRule } from '../codex-rules.ts';
import { readStarlarkCalls, type StarlarkCall } from '../starlark-literals.ts';

/** @internal Repair that takes a rule away with its line; undefined if the line holds something else. */
export function removeRuleStatement(text: string, rule: CodexPrefixRule, isSafe: boolean): RiskDraft['repair'] {
  const call = findCall(text, rule);
  const start = call?.offset ?? 0;
  const [rest] = /^[ \t\r]*(?:\n|$)/.exec(text.slice(start + (call?.text.length ?? 0))) ?? [];
  if (call === undefined || rest === undefined || (start > 0 && text[start - 1] !== '\n')) return undefined;
  const change = [{ start, end: start + call.text.length + rest.length, text: '' }];
  return { change, description: 'Remove the rule.', isSafe, isNeutral: true };
}

/** @internal Repair that writes the words of a pattern in another way; undefined if they are not there once. */
export function rewriteWords(
  text: string,
  rule: CodexPrefixRule,
  { from, to }: { readonly from: RegExp; readonly to: string },
): RiskDraft['repair'] {
  const call = findCall(text, rule);
  const [found, ...others] = call?.text.matchAll(from) ?? [];
  if (call === undefined || found === undefined || others.length > 0) return undefined;
  const start = call.offset + found.index;
  const description = to === '' ? `Remove ${found[0].replace(/^[\s,]*/, '')}.` : `Write ${to}.`;
  const change = [{ start, end: start + found[0].length, text: to }];
  return { change, description, isSafe: true, isNeutral: false };
}

function findCall(text: string, { source }: CodexPrefixRule): StarlarkCall | undefined {
  const { positionAt } = createLineIndex(text);
  const found = readStarlarkCalls(text).calls.filter(
    (call) => positionAt(call.offset).line === source.line && call.text.replaceAll(/\s+/g, ' ') === source.rule,
  );
  return found.length === 1 ? found[0] : undefined;
}
