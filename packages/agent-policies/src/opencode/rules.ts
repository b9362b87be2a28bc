import { defined } from '@modegate/json';
import type { MatchedRule } from '../agent-answer.ts';
import type { Action, PermissionLeaf, PermissionMap } from './permission-map.ts';
import { matchesWildcard, type WildcardMatch } from './wildcard.ts';

/** @internal A rule in the flat list, in which the last matching rule takes precedence. */
export interface PermissionRule {
  /** Wildcard for permission names. */
  readonly key: string;
  /** Wildcard for the tested text. */
  readonly pattern: string;
  readonly action: Action | 'unknown';
  readonly uncertain: boolean;
  /** Rule as displayed to users. */
  readonly shown: string;
  readonly file?: string;
  readonly line?: number;
}

/** @internal Possible effects of a list of rules on the tested text; more than one if something is uncertain. */
export interface RuleVerdict {
  readonly effects: ReadonlySet<Action>;
  /** The rule that decides, preceded by the rules that might decide. */
  readonly by: readonly PermissionRule[];
  readonly shadowed: readonly PermissionRule[];
}

/** @internal Input and options for testing rules. */
export interface RuleTest {
  readonly permission: string;
  /** Text to test; undefined stands for any text. */
  readonly text: string | undefined;
  /** True on Windows, where case is ignored. */
  readonly ignoreCase: boolean;
}

/** @internal Converts permissions to rules. Keys that look like integers come first, as in a JavaScript object. */
export function rulesOf(map: PermissionMap, home: string): readonly PermissionRule[] {
  return inObjectOrder(map).flatMap(([key, entry]) =>
    'leaf' in entry
      ? ruleOf({ key, pattern: '*', shown: key }, entry.leaf)
      : inObjectOrder(entry.patterns).flatMap(([pattern, leaf]) =>
          ruleOf({ key, pattern: expandHome(pattern, home), shown: `${key}: ${JSON.stringify(pattern)}` }, leaf),
        ),
  );
}

function ruleOf(
  { key, pattern, shown }: Pick<PermissionRule, 'key' | 'pattern' | 'shown'>,
  { action, file, line, uncertain }: PermissionLeaf,
): readonly PermissionRule[] {
  return action === null ? [] : [{ key, pattern, action, uncertain, shown: `${shown}: ${action}`, file, line }];
}

function inObjectOrder<Value>(map: ReadonlyMap<string, Value>): readonly (readonly [string, Value])[] {
  const entries = [...map];
  const integers = entries.filter(([key]) => isInteger(key)).toSorted(([a], [b]) => Number(a) - Number(b));
  return integers.length === 0 ? entries : [...integers, ...entries.filter(([key]) => !isInteger(key))];
}

function isInteger(key: string): boolean {
  return /^(?:0|[1-9]\d{0,9})$/.test(key) && Number(key) < 2 ** 32 - 1;
}

function expandHome(pattern: string, home: string): string {
  if (pattern === '~' || pattern.startsWith('~/')) return home + pattern.slice(1);
  return pattern.startsWith('$HOME') ? home + pattern.slice('$HOME'.length) : pattern;
}

/** @internal Returns the rules built into the agent. */
export function builtInRules(
  permissions: Readonly<Record<string, Action | Readonly<Record<string, Action>>>>,
): readonly PermissionRule[] {
  return Object.entries(permissions).flatMap(([key, value]) =>
    (typeof value === 'string' ? [['*', value] as const] : Object.entries(value)).map(([pattern, action]) => ({
      key,
      pattern,
      action,
      uncertain: false,
      shown: `default ${typeof value === 'string' ? key : `${key}: ${JSON.stringify(pattern)}`}: ${action}`,
    })),
  );
}

/** @internal Finds the last rule that matches; if no rule matches, the result is that the agent asks. */
export function judgeText(rules: readonly PermissionRule[], test: RuleTest): RuleVerdict {
  const effects = new Set<Action>();
  const by: PermissionRule[] = [];
  for (let index = rules.length - 1; index >= 0; index -= 1) {
    const rule = rules[index];
    const match = rule === undefined ? 'no' : matchRule(rule, test);
    if (rule === undefined || match === 'no') continue;
    by.push(rule);
    for (const action of actionsOf(rule)) effects.add(action);
    if (match === 'yes') return { effects, by, shadowed: shadowedRules(rules.slice(0, index), test) };
  }
  effects.add('ask');
  return { effects, by, shadowed: [] };
}

function shadowedRules(rules: readonly PermissionRule[], test: RuleTest): readonly PermissionRule[] {
  return rules.filter((rule) => rule.file !== undefined && matchRule(rule, test) !== 'no').toReversed();
}

function actionsOf({ action }: PermissionRule): readonly Action[] {
  return action === 'unknown' ? ['allow', 'ask', 'deny'] : [action];
}

function matchRule(rule: PermissionRule, { permission, text, ignoreCase }: RuleTest): WildcardMatch {
  const key = matchKey(rule, { permission, ignoreCase });
  if (key === 'no') return 'no';
  if (rule.pattern === '*') return key;
  if (text === undefined || rule.uncertain) return 'maybe';
  if (matchesWildcard(text, rule.pattern, ignoreCase)) return key;
  return mayBeInHome(text, rule.pattern) || mayBeInHome(rule.pattern, text) ? 'maybe' : 'no';
}

/**
 * True if two texts might refer to the same unknown home folder: one text writes that folder as `~`, and the other
 * might contain its actual path.
 */
function mayBeInHome(text: string, other: string): boolean {
  return text.startsWith('~') && /^\/(?:home|Users|root|[^/]*[*?])/.test(other);
}

/** @internal Returns false for a key that cannot be the name of a tool, such as a command. */
export function mayNameTool(key: string): boolean {
  return /^[\w*?.:@-]*$/.test(key);
}

/** @internal Tests only the permission name. */
export function matchKey(rule: PermissionRule, { permission, ignoreCase }: Omit<RuleTest, 'text'>): WildcardMatch {
  if (rule.uncertain && /\{(?:env|file):/.test(rule.key)) return 'maybe';
  return matchesWildcard(permission, rule.key, ignoreCase) ? 'yes' : 'no';
}

/**
 * @internal Joins the verdicts on several texts: a single deny verdict is enough to deny; otherwise, a single ask
 * verdict is enough to ask.
 */
export function joinVerdicts(verdicts: readonly RuleVerdict[]): RuleVerdict {
  const effects = new Set<Action>();
  const some = (action: Action) => verdicts.some((verdict) => verdict.effects.has(action));
  const all = (...actions: readonly Action[]) =>
    verdicts.every((verdict) => actions.some((action) => verdict.effects.has(action)));
  if (some('deny')) effects.add('deny');
  if (some('ask') && all('ask', 'allow')) effects.add('ask');
  if (all('allow')) effects.add('allow');
  const deciding = verdicts.filter((verdict) => [...effects].some((effect) => verdict.effects.has(effect)));
  return {
    effects,
    by: [...new Set(deciding.flatMap(({ by }) => by))],
    shadowed: [...new Set(verdicts.flatMap(({ shadowed }) => shadowed))],
  };
}

/** @internal Converts a rule to the form used in answers. */
export function toMatchedRule({ shown, action, file, line }: PermissionRule): MatchedRule {
  return { rule: shown, effect: action, ...defined({ file, line }) };
}

/** @internal Describes a rule by its text and location. */
export function nameOpencodeRule({ shown, file, line }: PermissionRule): string {
  return file === undefined ? shown : `${shown} (${file}:${line ?? 1})`;
}
