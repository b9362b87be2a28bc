import { lazy } from '@modegate/json';
import type { PermissionFile, PermissionFix } from '../permission-files.ts';
import { readJsonElements } from './json-change.ts';
import type { PermissionRisk, PermissionRiskName, RiskPlace } from './permission-risk.ts';
import { maskLikelySecrets, quoteList, quoteText } from './quote.ts';
import { type RepairedFile, type RiskRepair, repairRules } from './risk-repair.ts';

/** @internal A risk that concerns one rule in a file, before similar risks are merged. */
export interface RiskDraft {
  readonly rule: PermissionRiskName;
  readonly severity: PermissionRisk['severity'];
  readonly file: string;
  readonly line: number;
  /** The rule or value as written, used to find its column within the line. */
  readonly written: string;
  readonly message: string;
  /**
   * Drafts for one file with the same `kind` are merged into one finding. Default: all drafts for the same checker rule
   * are merged.
   */
  readonly kind?: string;
  /** `project`: drafts for all files are merged into one finding. Default: one finding per file. */
  readonly scope?: 'project';
  readonly related?: readonly Omit<RiskPlace, 'column'>[];
  /** The repair for the rule; a finding about several rules has a fix only if each of the rules has a repair. */
  readonly repair?: RiskRepair | undefined;
}

/** @internal Merges drafts that report the same problem for several rules in one file, and finds their columns. */
export function groupRisks(drafts: Iterable<RiskDraft>, files: readonly PermissionFile[]): readonly PermissionRisk[] {
  const byName: RiskyFiles = new Map(
    files.map(({ name, text }) => {
      const lines = lazy(() => text.split('\n'));
      return [name, { name, text, lines, json: lazy(() => readJsonElements(text)) }];
    }),
  );
  const groups = Map.groupBy(drafts, ({ rule, severity, file, kind = '', scope }) =>
    [rule, severity, scope ?? file, kind].join('\n'),
  );
  return [...groups.values()].flatMap((group) => {
    const fix = fixOf(group, byName);
    return joinGroup(group, byName).map((risk) => (fix === undefined ? risk : { ...risk, fix }));
  });
}

type RiskyFiles = ReadonlyMap<string, RepairedFile & { readonly lines: () => readonly string[] }>;

function fixOf(group: readonly RiskDraft[], files: RiskyFiles): PermissionFix | undefined {
  const [first] = group;
  const file = first && files.get(first.file);
  return file === undefined || group.some((one) => one.file !== file.name) ? undefined : repairRules(file, group);
}

/** Maximum number of other locations to which a finding refers. */
const maxPlaces = 3;

function joinGroup(group: readonly RiskDraft[], files: RiskyFiles): readonly PermissionRisk[] {
  const keyOf = (draft: RiskDraft) => `${draft.file}\n${draft.line}\n${draft.written}`;
  const others = new Map(group.map((draft) => [keyOf(draft), draft]));
  const [first] = group;
  if (first === undefined) return [];
  const { rule, severity, file, line, message, related = [] } = first;
  others.delete(keyOf(first));
  const rest = [...others.values()];
  const places = rest.map((other) => ({
    message: other.written === '' ? 'Here as well' : `${quoteText(other.written)} as well`,
    file,
    line: other.line,
    written: other.written,
  }));
  const own = { rule, severity, file, line, column: findColumn(files, first) };
  return [
    {
      ...own,
      message: maskLikelySecrets(rest.length === 0 ? message : `${message} ${describeOthers(first, rest)}`),
      related: [...related.map((place) => ({ ...place, written: '' })), ...places]
        .slice(0, maxPlaces)
        .map(({ written: text, ...place }) => ({ ...place, column: findColumn(files, { ...place, written: text }) })),
    },
  ];
}

function describeOthers({ written, file }: RiskDraft, others: readonly RiskDraft[]): string {
  const files = [...new Set(others.map((other) => other.file))].filter((other) => other !== file);
  if (files.length > 0) return `The same is true of ${quoteList(files)}.`;
  const names = [...new Set(others.map((other) => other.written))].filter((name) => name !== written);
  const [next, ...rest] = others;
  if (names.length > 0) return `The same is true of ${quoteList(names)}.`;
  const more = rest.length === 0 ? '' : ` and ${rest.length} more`;
  return `The same is true of line ${next?.line ?? 1}${more}.`;
}

/** Returns the column at which a rule begins in its line. */
function findColumn(files: RiskyFiles, { file, line, written }: Pick<RiskDraft, 'file' | 'line' | 'written'>): number {
  const text = files.get(file)?.lines()[line - 1] ?? '';
  const forms = [JSON.stringify(written), written].filter((form) => form.length > 2);
  const found = forms.map((form) => text.indexOf(form)).find((at) => at !== -1);
  return (found ?? Math.max(0, text.search(/\S/))) + 1;
}
