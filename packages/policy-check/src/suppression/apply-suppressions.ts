import type { Finding, FoundProblem } from '../source/finding.ts';
import type { Rule } from '../workspace/rule.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { findSuppressions, type Suppression } from './find-suppressions.ts';
import { reportSuppression } from './report-suppression.ts';

export interface SuppressionContext {
  /** Rules that ran. A suppression that refers to any other rule cannot be reported as unused. */
  readonly ran: readonly Rule[];
  /** All existing rules. */
  readonly known: readonly Rule[];
  readonly toFinding: (rule: Rule, problem: FoundProblem) => Finding;
}

/**
 * Suppresses the findings that a comment or key in the same file says to hide. If rule M083 runs, also adds a finding
 * for every suppression that hides nothing, names no rule or states no reason.
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
    const by = findSuppression(index, finding, workspace);
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

/** Suppressions by file, rule and scope, so that a finding is compared only with suppressions that may apply to it. */
type SuppressionIndex = ReadonlyMap<string, Suppression>;

function indexSuppressions(suppressions: readonly Suppression[], idOf: ReadonlyMap<string, string>): SuppressionIndex {
  const index = new Map<string, Suppression>();
  for (const suppression of suppressions) {
    if (suppression.reason === '') continue;
    for (const rule of suppression.rules) {
      const key = keyOf(suppression.source.file, idOf.get(rule) ?? '', scopeKey(suppression.scope));
      // If two suppressions are equivalent, the first is used and the other is considered unused.
      if (!index.has(key)) index.set(key, suppression);
    }
  }
  return index;
}

function keyOf(file: string, rule: string, scope: string): string {
  return `${file}\n${rule}\n${scope}`;
}

function scopeKey(scope: Suppression['scope']): string {
  switch (scope.kind) {
    case 'file':
      return 'file';
    case 'below':
      return `below ${scope.pointer}`;
    case 'line':
      return `line ${scope.line}`;
  }
}

/** A finding spans only a few lines, because only the first lines of long values are marked. */
const maxLines = 10;

function findSuppression(index: SuppressionIndex, finding: Finding, workspace: Workspace): Suppression | undefined {
  const { file, pointer, line, endLine } = finding.location;
  const lines = Array.from({ length: Math.min(endLine - line + 1, maxLines) }, (_, offset) => line + offset);
  // A comment cannot be written inside a block of text, so it is expected on the line that contains the block's key.
  const keyLines = pointer === '' ? [] : [workspace.source(file).locateKey(pointer).line];
  const scopes = [
    ...[...lines, ...keyLines].map((at) => `line ${at}`),
    ...ancestorsOf(pointer).map((parent) => `below ${parent}`),
    'file',
  ];
  return scopes.map((scope) => index.get(keyOf(file, finding.rule, scope))).find((found) => found !== undefined);
}

function ancestorsOf(pointer: string): readonly string[] {
  const segments = pointer.split('/').slice(0, 20);
  return segments.map((_, count) => segments.slice(0, segments.length - count).join('/'));
}
