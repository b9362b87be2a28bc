import { jsonPointer } from '@modegate/json';
import { nearestName } from '@modegate/nearest-name';
import type { Node } from 'jsonc-parser';
import { isNote, seemsToLimit } from '../entries/entry-keys.ts';
import { type JsonProperty, propertiesOf, propertyOf } from '../json/json-text.ts';
import { quoted, type RootRemark } from './config-roots.ts';

/** A line of `tools` or `permission` in a file of opencode or Kilo. */
export interface ToolRule {
  /** Over the agent's names of tools; the last rule that matches one counts. */
  readonly pattern: string;
  /** True for what surely opens; false for what closes, asks first or cannot be read. */
  readonly opens: boolean;
  readonly pointer: string;
  readonly offset: number;
}

type Rules = ReadonlyMap<string, ToolRule>;

const KEYS: readonly string[] = ['tools', 'permission'];
/** What only opencode 2 reads, besides slips. */
const NEAR_KEYS = [...KEYS, 'permissions'];

/**
 * The rules of a file, or of one agent in it, in lists each of which may close a tool: `tools`, `permission`, and both as the agents
 * merge them, where a key of both has the place of the first and the value of the second. Lists that close nothing are left out.
 *
 * @param path - Keys from the root to the node.
 */
export function readToolRules(node: Node | undefined, path: readonly string[]): readonly (readonly ToolRule[])[] {
  const tools = rulesUnder(node, [...path, 'tools'], (value) => value.value === true);
  const permission = rulesUnder(node, [...path, 'permission'], allows);
  const both = tools.size > 0 && permission.size > 0 ? new Map([...tools, ...permission]) : none;
  return [tools, permission, both, unreadable(node, path)]
    .map((rules) => [...rules.values()])
    .filter((rules) => rules.some(({ opens }) => !opens));
}

const none: Rules = new Map();

/** As in the agents, a key that occurs twice has its first place and its last value. */
function rulesUnder(parent: Node | undefined, path: readonly string[], opens: (value: Node) => boolean): Rules {
  const node = propertyOf(parent, path.at(-1) ?? '')?.valueNode;
  if (node === undefined) return none;
  const ruleOf = (pattern: string, { value, at }: { readonly value: Node; readonly at: readonly string[] }) =>
    [pattern, { pattern, opens: opens(value), pointer: jsonPointer(...at), offset: value.offset }] as const;
  // An action alone is one for every tool.
  if (node.type === 'string') return new Map([ruleOf('*', { value: node, at: path })]);
  if (node.type !== 'object') return new Map([closingAll(node, path)]);
  return new Map(propertiesOf(node).map(({ key, valueNode }) => ruleOf(key, { value: valueNode, at: [...path, key] })));
}

/** The agents ask of `*` alone when a tool of a server is called, whatever its arguments are. */
function allows(value: Node): boolean {
  if (value.type !== 'object') return value.value === 'allow';
  return (
    propertyOf(value, '*') !== undefined && propertiesOf(value).every((action) => action.valueNode.value === 'allow')
  );
}

/** What to say of the keys that seem to be such rules and are none. */
export function misspeltRules(root: Node): readonly RootRemark[] {
  return misspeltKeys(root, []).map(({ key, keyNode }) => {
    const meant = nearestName(key, KEYS) ?? 'permission';
    const message = `The key ${quoted(key)} seems to close tools but has no certain meaning, so every server of the file is closed. Did you mean "${meant}"?`;
    return { code: 'KEY_MISSPELT', severity: 'error', message, at: keyNode, path: [key] };
  });
}

function unreadable(parent: Node | undefined, path: readonly string[]): Rules {
  return new Map(misspeltKeys(parent, path).map(({ key, valueNode }) => closingAll(valueNode, [...path, key])));
}

function closingAll({ offset }: Node, path: readonly string[]): readonly [string, ToolRule] {
  const pointer = jsonPointer(...path);
  return [pointer, { pattern: '*', opens: false, pointer, offset }];
}

/** An agent has `disable`, which is about the agent. */
function misspeltKeys(parent: Node | undefined, path: readonly string[]): readonly JsonProperty[] {
  return propertiesOf(parent).filter(
    ({ key }) =>
      !KEYS.includes(key) &&
      !isNote(key) &&
      (nearestName(key, NEAR_KEYS) !== undefined || (path.length === 0 && seemsToLimit(key))),
  );
}
