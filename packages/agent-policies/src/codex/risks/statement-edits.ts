import { createLineIndex, lazy } from '@modegate/json';
import type { RiskDraft } from '../../risks/group-risks.ts';
import type { CodexPrefixRule } from '../codex-rules.ts';
import { readStarlarkCalls } from '../starlark-literals.ts';

/** @internal The statement of a rule in its file. */
export interface RuleStatement {
  /** Contents of the file. */
  readonly file: string;
  readonly start: number;
  readonly text: string;
}

/**
 * @internal Creates a function that finds the statement of a rule by the rule's line and text; the function returns
 * undefined if several statements match. Reads each file only once.
 */
export function createStatementFinder(
  textOf: (name: string | undefined) => string,
): (rule: CodexPrefixRule) => RuleStatement | undefined {
  const files = new Map<string | undefined, () => ReadonlyMap<string, readonly RuleStatement[]>>();
  return ({ source: { file, line, rule } }) => {
    const statements = files.get(file) ?? lazy(() => readStatements(textOf(file)));
    files.set(file, statements);
    const found = statements().get(`${line} ${rule}`) ?? [];
    return found.length === 1 ? found[0] : undefined;
  };
}

function readStatements(file: string): ReadonlyMap<string, readonly RuleStatement[]> {
  const { positionAt } = createLineIndex(file);
  const all = readStarlarkCalls(file).calls.map(({ offset, text }) => ({ file, start: offset, text }));
  return Map.groupBy(all, ({ start, text }) => `${positionAt(start).line} ${text.replaceAll(/\s+/g, ' ')}`);
}

/**
 * @internal Returns a repair that removes a rule together with its line; returns undefined if the line contains
 * anything else.
 */
export function removeRuleStatement(statement: RuleStatement | undefined, isSafe: boolean): RiskDraft['repair'] {
  if (statement === undefined) return undefined;
  const { file, start, text } = statement;
  const end = start + text.length;
  const [rest] = /^[ \t\r]*(?:\n|$)/.exec(file.slice(end)) ?? [];
  if (rest === undefined || (start > 0 && file[start - 1] !== '\n')) return undefined;
  const change = [{ start, end: end + rest.length, text: '' }];
  return { change, description: 'Remove the rule.', isSafe, isNeutral: true };
}

/**
 * @internal Returns a repair that rewrites the words of a pattern; returns undefined if the words do not occur exactly
 * once.
 */
export function rewriteWords(
  statement: RuleStatement | undefined,
  { from, to }: { readonly from: RegExp; readonly to: string },
): RiskDraft['repair'] {
  const [found, ...others] = statement?.text.matchAll(from) ?? [];
  if (statement === undefined || found === undefined || others.length > 0) return undefined;
  const start = statement.start + found.index;
  const description = to === '' ? `Remove ${found[0].replace(/^[\s,]*/, '')}.` : `Write ${to}.`;
  const change = [{ start, end: start + found[0].length, text: to }];
  return { change, description, isSafe: true };
}
