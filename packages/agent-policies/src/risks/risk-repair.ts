import type { PermissionEdit, PermissionFile, PermissionFix } from '../permission-files.ts';
import { changeJson, type JsonChange, type JsonElements, type PlacedChange } from './json-change.ts';
import { changeLines } from './line-change.ts';
import { maskLikelySecrets, quoteList, quoteText } from './quote.ts';

/** @internal Repair of one rule; by default neither safe nor neutral. */
export interface RiskRepair extends Partial<Pick<PermissionFix, 'isSafe' | 'isNeutral'>> {
  /** A change to the item or key at the location of the finding, or edits to any file. */
  readonly change: JsonChange | readonly PermissionEdit[];
  /** Key of the list that contains the item. Default: any list. */
  readonly list?: string;
  /** Sentence that describes a change that is not self-explanatory. */
  readonly description?: string;
}

/** @internal A rule, and its repair. */
export interface RepairedRule {
  readonly line: number;
  readonly written: string;
  readonly repair?: RiskRepair | undefined;
}

/** @internal A file whose rules are repaired. */
export interface RepairedFile extends Pick<PermissionFile, 'name' | 'text'> {
  /** Returns the elements of the file; undefined if the file is not JSON. */
  readonly json: () => JsonElements | undefined;
}

/**
 * @internal Returns the fix for rules in one file that form one finding; returns undefined if any of the rules cannot
 * be repaired.
 */
export function repairRules(file: RepairedFile, given: readonly RepairedRule[]): PermissionFix | undefined {
  // Two start folders may read the same rule.
  const rules = [...new Map(given.map((rule) => [`${rule.line} ${rule.written}`, rule])).values()];
  const repairs = rules.flatMap(({ repair }) => (repair === undefined ? [] : [repair]));
  if (repairs.length === 0 || repairs.length < rules.length) return undefined;
  const changes = rules.flatMap(({ repair, line, written }) =>
    repair !== undefined && 'do' in repair.change ? [{ change: repair.change, line, written, list: repair.list }] : [],
  );
  const changed = changes.length === 0 ? [] : changeFile(file, changes);
  if (changed === undefined) return undefined;
  const edits = [...changed, ...repairs.flatMap(({ change }) => ('do' in change ? [] : change))];
  const descriptions = new Set(repairs.flatMap(({ description = [] }) => description));
  // Edits are displayed in reports too.
  if (edits.some((edit) => maskLikelySecrets(edit.text) !== edit.text)) return undefined;
  return {
    description: descriptions.size > 0 ? [...descriptions].join(' ') : describe(repairs, edits),
    edits,
    isSafe: repairs.every(({ isSafe = false }) => isSafe),
    isNeutral: repairs.every(({ isNeutral = false }) => isNeutral),
  };
}

function changeFile(
  { name, text, json }: RepairedFile,
  changes: readonly PlacedChange[],
): readonly PermissionEdit[] | undefined {
  const elements = /\.jsonc?$/.test(name) ? json() : undefined;
  if (elements !== undefined) return changeJson(elements, changes);
  if (name.endsWith('.md')) return changeLines(text, changes, ':');
  return name.endsWith('.toml') ? changeLines(text, changes, '=') : undefined;
}

function describe(repairs: readonly RiskRepair[], edits: readonly PermissionEdit[]): string {
  const what = repairs.length === 1 ? 'the rule' : `the ${repairs.length} rules`;
  const changes = repairs.flatMap(({ change }) => ('do' in change ? [change] : []));
  const [first] = changes;
  const texts = new Set(changes.flatMap((change) => ('text' in change ? [change.text] : [])));
  // Texts that a list already contains are not written again.
  if (texts.size === 0 || edits.every(({ text }) => text === ''))
    return first !== undefined && 'written' in first
      ? `Move ${what} behind ${quoteText(first.written)}.`
      : first?.do === 'move into'
        ? `Move ${what} into ${quoteText(first.key)}.`
        : `Remove ${what}.`;
  return `${first?.do === 'add' ? 'Add' : 'Write'} ${quoteList([...texts])}.`;
}
