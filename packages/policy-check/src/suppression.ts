import type { Finding, FoundProblem } from './finding.ts';
import type { Rule } from './rule.ts';
import { findSuppressions, type Suppression } from './suppression-entry.ts';
import { reportSuppression } from './suppression-problem.ts';
import type { Workspace } from './workspace.ts';

/** What suppressions are held against. */
export interface SuppressionContext {
  /** The rules that ran: a suppression of any other cannot be called unused. */
  readonly ran: readonly Rule[];
  /** Every rule there is. */
  readonly known: readonly Rule[];
  readonly toFinding: (rule: Rule, problem: FoundProblem) => Finding;
}

/**
 * The findings, those that a comment or a key of their file asks to hide suppressed; and, where rule M083 runs, a finding for every such
 * request that hides nothing, names no rule or gives no reason.
 */
export function applySuppressions(
  workspace: Workspace,
  findings: readonly Finding[],
  context: SuppressionContext,
): readonly Finding[] {
  const suppressions = findSuppressions(workspace);
  if (suppressions.length === 0) return findings;
  const idOf = new Map(context.known.flatMap(({ id, name }) => [[id, id] as const, [name, id] as const]));
  const index = indexSuppressions(suppressions, idOf);
  const used = new Map<Suppression, Set<string>>(suppressions.map((one) => [one, new Set()]));
  const held = findings.map((finding) => {
    const candidates = index.get(`${finding.location.file}\n${finding.rule}`) ?? [];
    const by = candidates.find((suppression) => covers(suppression, finding));
    if (by === undefined) return finding;
    used.get(by)?.add(finding.rule);
    return { ...finding, suppressed: { reason: by.reason } };
  });
  const [rule] = context.ran.filter(({ id }) => id === 'M083');
  if (rule === undefined) return held;
  const ran = new Set<string>(context.ran.map(({ id }) => id));
  const problems = suppressions.flatMap((one) =>
    reportSuppression(one, { idOf, ran, used: used.get(one) ?? new Set() }),
  );
  return [...held, ...problems.map((problem) => context.toFinding(rule, problem))];
}

function indexSuppressions(
  suppressions: readonly Suppression[],
  idOf: ReadonlyMap<string, string>,
): ReadonlyMap<string, readonly Suppression[]> {
  const index = new Map<string, Suppression[]>();
  for (const suppression of suppressions) {
    if (suppression.reason === '') continue;
    for (const rule of suppression.rules) {
      const key = `${suppression.source.file}\n${idOf.get(rule) ?? ''}`;
      const list = index.get(key);
      if (list === undefined) index.set(key, [suppression]);
      else list.push(suppression);
    }
  }
  return index;
}

function covers({ scope, source }: Suppression, { location }: Finding): boolean {
  switch (scope.kind) {
    case 'file':
      return true;
    case 'below':
      return location.pointer === scope.pointer || location.pointer.startsWith(`${scope.pointer}/`);
    case 'line':
      // A finding inside a block of text is told by the line of its key, where a comment can stand.
      return (
        (location.line <= scope.line && scope.line <= location.endLine) ||
        source.locateKey(location.pointer).line === scope.line
      );
  }
}
