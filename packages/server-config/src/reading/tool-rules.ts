import { jsonPointer } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';
import type { Node } from 'jsonc-parser';
import { isNote, seemsToLimit } from '../entries/entry-keys.ts';
import { type JsonProperty, propertiesOf, propertyOf } from '../json/json-text.ts';
import { describeType, quoteName, type RootRemark } from './config-roots.ts';
import { hasVariable } from './tool-key-patterns.ts';

/** A line under `tools` or `permission` in an opencode or Kilo file. */
export interface ToolPermissionRule {
  /** Pattern for the agent's tool names; the last matching rule takes effect. */
  readonly pattern: string;
  /** True if the rule definitely allows tools; false if it blocks them, requires confirmation or is unreadable. */
  readonly opens: boolean;
  /** Keys from the root to the value. */
  readonly path: readonly string[];
  readonly value: Node;
  /** Expected value, if the actual one is unreadable. */
  readonly expected?: string | undefined;
}

/** Lists of rules, each of which may close a tool. */
export type RuleLists = readonly (readonly ToolPermissionRule[])[];

type Rules = ReadonlyMap<string, ToolPermissionRule>;

/** Parser for the value of a rule, and the types expected in one rule and in all rules. */
interface RuleReader {
  readonly opens: (value: Node) => boolean;
  readonly isKnown: (value: Node) => boolean;
  readonly expected: string;
  readonly expectedOfAll: string;
}

const READERS = {
  tools: {
    opens: ({ value }) => value === true,
    isKnown: ({ type }) => type === 'boolean',
    expected: 'true or false',
    expectedOfAll: 'a map of tools to true or false',
  },
  permission: {
    opens: allows,
    isKnown: isKnownAction,
    expected: '"allow", "ask", "deny" or a map of arguments to these values',
    expectedOfAll: '"allow", "ask", "deny" or a map of tools to these values',
  },
} satisfies Readonly<Record<string, RuleReader>>;
const KEYS = Object.keys(READERS);
/** Maximum number of remarks of the same kind. */
export const MAX_REPORTED = 10;
/**
 * If there are more keys than this, they are not compared; any of them may be intended as rules, so everything is
 * blocked.
 */
const MAX_OTHER_KEYS = 1000;
/** Keys for comparison, including a key that only opencode 2 reads. */
const NEAR_KEYS = [...KEYS, 'permissions'];

/**
 * Reads the rules in a file, or those for one agent in the file, as lists, each of which may block a tool: `tools`,
 * `permission`, and a merged list. The agents merge both keys: a key that occurs in both has the position from the
 * first and the value from the second. Omits lists that block nothing.
 *
 * @param path - Keys from the root to the node.
 */
export function readToolRules(node: Node | undefined, path: readonly string[]): RuleLists {
  const tools = rulesUnder(node, 'tools', path);
  const permission = rulesUnder(node, 'permission', path);
  const both = tools.size > 0 && permission.size > 0 ? new Map([...tools, ...permission]) : none;
  return [tools, permission, both, unreadable(node, path)]
    .map((rules) => [...rules.values()])
    .filter((rules) => rules.some(({ opens }) => !opens));
}

const none: Rules = new Map();

/** As in the agents, a duplicate key has the position of its first occurrence and the value of its last. */
function rulesUnder(parent: Node | undefined, key: keyof typeof READERS, above: readonly string[]): Rules {
  const path = [...above, key];
  const node = propertyOf(parent, key)?.valueNode;
  const reader = READERS[key];
  if (node === undefined) return none;
  // A single action applies to every tool.
  if (node.type !== 'object') {
    const expected = key === 'permission' && reader.isKnown(node) ? undefined : reader.expectedOfAll;
    const opens = expected === undefined && reader.opens(node);
    return new Map([['*', { pattern: '*', opens, path, value: node, expected }]]);
  }
  return new Map(
    propertiesOf(node).map(({ key: tool, valueNode: value }) => {
      const pattern = key === 'tools' && WRITING.has(tool) ? 'edit' : tool;
      const expected = reader.isKnown(value) ? undefined : reader.expected;
      return [pattern, { pattern, opens: reader.opens(value), path: [...path, tool], value, expected }];
    }),
  );
}

/** Names in `tools` that the agents treat as denying `edit`. */
const WRITING: ReadonlySet<string> = new Set(['write', 'patch']);

/**
 * True if a value allows tools. When a server's tool is called, the agents check only `*`, regardless of the arguments.
 */
function allows(value: Node): boolean {
  if (value.type !== 'object') return value.value === 'allow';
  return (
    propertyOf(value, '*') !== undefined && propertiesOf(value).every((action) => action.valueNode.value === 'allow')
  );
}

/** True for an action that the agents know. In Kilo, an action may be null, which removes its rule. */
function isKnownAction(value: Node): boolean {
  const isAction = (node: Node) => ['allow', 'ask', 'deny'].includes(node.value);
  if (value.type !== 'object') return isAction(value);
  return propertiesOf(value).every(({ valueNode }) => valueNode.type === 'null' || isAction(valueNode));
}

/** Reports a rule with an unreadable value, which is therefore treated as blocking. */
export function unreadRule({ path, value, expected }: ToolPermissionRule): RootRemark {
  const closed = path.length === 1 ? 'every server in the file' : 'what it matches';
  const found = value.type === 'string' ? quoteName(String(value.value)) : describeType(value);
  const message = `${quoteName(path.join('.'))} must be ${expected}, but it is ${found}, so ${closed} is closed.`;
  return { code: 'FIELD_INVALID', severity: 'error', message, at: value, path };
}

/** Reports keys that resemble the keys of tool rules. */
export function misspeltRules(root: Node): readonly RootRemark[] {
  const others = otherKeys(root);
  if (others.length > MAX_OTHER_KEYS) return [tooManyKeys(root)];
  return misspeltKeys(others, [])
    .slice(0, MAX_REPORTED)
    .map(({ key, keyNode }) => {
      const meant = nearestName(key, KEYS) ?? 'permission';
      const message = `The key ${quoteName(key)} seems to close tools, but its meaning is uncertain, so every server in the file is closed. Did you mean "${meant}"?`;
      return { code: 'KEY_MISSPELT', severity: 'error', message, at: keyNode, path: [key] };
    });
}

function tooManyKeys(root: Node): RootRemark {
  const message = `The root has more than ${MAX_OTHER_KEYS} keys in addition to "tools" and "permission". That is too many to check for misspellings, so every server in the file is closed. Remove the keys that the agent does not need.`;
  return { code: 'RULE_CLOSES', severity: 'error', message, at: root, path: [] };
}

function unreadable(parent: Node | undefined, path: readonly string[]): Rules {
  const others = otherKeys(parent);
  if (parent !== undefined && others.length > MAX_OTHER_KEYS) return new Map([closingAll(parent, path)]);
  return new Map(misspeltKeys(others, path).map(({ key, valueNode }) => closingAll(valueNode, [...path, key])));
}

function closingAll(value: Node, path: readonly string[]): readonly [string, ToolPermissionRule] {
  return [jsonPointer(...path), { pattern: '*', opens: false, path, value }];
}

function otherKeys(parent: Node | undefined): readonly JsonProperty[] {
  return propertiesOf(parent).filter(({ key }) => !KEYS.includes(key) && !isNote(key));
}

/** An agent may have the key `disable`, which concerns the agent itself. */
function misspeltKeys(others: readonly JsonProperty[], path: readonly string[]): readonly JsonProperty[] {
  return others.filter(
    ({ key }) =>
      hasVariable(key) || nearestName(key, NEAR_KEYS) !== undefined || (path.length === 0 && seemsToLimit(key)),
  );
}
