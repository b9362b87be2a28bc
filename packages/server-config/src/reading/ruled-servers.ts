import { jsonPointer } from '@modegate/json';
import type { ConfigFileKind, Place, ServerEntry } from '../entries/server-entry.ts';
import { type ParsedJsonText, propertiesOf, propertyOf } from '../json/json-text.ts';
import type { RootRemark } from './config-roots.ts';
import { withLimits } from './listed-servers.ts';
import { type ClosedByRule, ruleRemarks, tooManyRules } from './rule-remarks.ts';
import { hasWildcard, mayMatch, surelyMatches, toolPrefix } from './tool-key-patterns.ts';
import { readToolRules, type ToolRule } from './tool-rules.ts';

/** What would take more steps than this, a name or a letter of a pattern held against a server, closes every server instead. */
const MAX_STEPS = 200_000;

/** Where these files have rules for one agent by its name; `mode` is older, and `agents` is opencode 2's. */
const AGENTS = ['agent', 'mode', 'agents'];

/** What one list of rules closes of a server. */
interface Closure {
  /** The rule that closes the whole server. */
  readonly all?: ToolRule;
  /** The only open tools, and the rule that closes the others. */
  readonly open?: { readonly names: readonly string[]; readonly by: ToolRule };
  /** Patterns of closed tools, each with its rule. */
  readonly closed: readonly (readonly [pattern: string, by: ToolRule])[];
}

/** Whether the files of a kind have `tools` and `permission` over all servers: those of opencode and Kilo. */
export function hasToolRules(kind: ConfigFileKind): boolean {
  return kind === 'opencode' || kind === 'kilo-config';
}

/** The entries with what `tools` and `permission` of a file of opencode or Kilo close for every agent, and what to say of these rules. */
export function withToolRules(
  servers: readonly ServerEntry[],
  document: ParsedJsonText,
): { readonly servers: readonly ServerEntry[]; readonly remarks: readonly RootRemark[] } {
  const lists = readToolRules(document.root, []);
  if (lists.length === 0) return { servers, remarks: [] };
  const closing = closingWhenTooMany(lists, servers.length);
  const placeOf = ({ path, value }: ToolRule): Place => ({
    pointer: jsonPointer(...path),
    ...document.positionAt(value.offset),
  });
  const closed = servers.map((entry) => ({
    entry,
    closures: closing === undefined ? closuresOf(lists, entry.name) : [{ all: closing, closed: [] }],
  }));
  const rules = [...new Set(lists.flat())];
  return {
    servers: closed.map(({ entry, closures }) => withClosures(entry, closures, placeOf)),
    remarks: closing === undefined ? ruleRemarks(rules, byRule(closed)) : [tooManyRules(closing)],
  };
}

function byRule(
  closed: readonly { readonly entry: ServerEntry; readonly closures: readonly Closure[] }[],
): ReadonlyMap<ToolRule, ClosedByRule> {
  const rules = new Map<ToolRule, ClosedByRule>();
  for (const { entry, closures } of closed) {
    for (const closure of closures) {
      for (const rule of closingRules(closure)) {
        const known = rules.get(rule) ?? { servers: new Set(), partly: new Set() };
        (rule === closure.all ? known.servers : known.partly).add(entry.name);
        rules.set(rule, known);
      }
    }
  }
  return rules;
}

/** The servers of which a file closes something for one agent, by name, each with the JSON pointer of such a rule. */
export function limitedForAgents(
  servers: readonly ServerEntry[],
  document: ParsedJsonText,
): ReadonlyMap<string, string> {
  const lists = AGENTS.flatMap((key) =>
    propertiesOf(propertyOf(document.root, key)?.valueNode).flatMap((agent) =>
      readToolRules(agent.valueNode, [key, agent.key]),
    ),
  );
  const closing = closingWhenTooMany(lists, servers.length);
  return new Map(
    servers.flatMap(({ name }) => {
      const rules = closing === undefined ? closuresOf(lists, name).flatMap(closingRules) : [closing];
      return rules.slice(0, 1).map(({ path }) => [name, jsonPointer(...path)] as const);
    }),
  );
}

function closingRules({ all, open, closed }: Closure): readonly ToolRule[] {
  return [all, open?.by, ...closed.map(([, rule]) => rule)].filter((rule) => rule !== undefined);
}

/** A rule to name as the one that closes every server, where there is too much to compare. */
function closingWhenTooMany(lists: readonly (readonly ToolRule[])[], servers: number): ToolRule | undefined {
  const rules = lists.flat();
  const steps = rules.reduce((sum, { pattern }) => sum + (hasWildcard(pattern) ? pattern.length : 1), 0);
  return steps * servers > MAX_STEPS ? rules.find(({ opens }) => !opens) : undefined;
}

function closuresOf(lists: readonly (readonly ToolRule[])[], server: string): readonly Closure[] {
  const prefix = toolPrefix(server);
  return lists.map((rules) => {
    const closure = closureOf(rules, prefix);
    return { ...closure, closed: [...closure.closed, ...closedAsBuiltIn(rules, prefix)] };
  });
}

/** Names under which the agents have tools of their own, and by which rules they hide a tool of such a name. */
const BUILT_IN: readonly (readonly [tool: string, rule: string])[] = [
  ['apply_patch', 'edit'],
  ['list_mcp_resources', 'read'],
  ['list_mcp_resource_templates', 'read'],
  ['read_mcp_resource', 'read'],
];

function closedAsBuiltIn(rules: readonly ToolRule[], prefix: string): Closure['closed'] {
  return BUILT_IN.flatMap(([tool, name]) => {
    const own = mayMatch(tool, prefix);
    if (own.length === 0) return [];
    const by = rules.findLast(({ pattern }) => mayMatch(pattern, name).some((rest) => /^\*?$/.test(rest)));
    return by === undefined || by.opens ? [] : own.map((pattern) => [pattern, by] as const);
  });
}

/**
 * From the last rule to the first, until one is about the whole server. In a server that it leaves open, a tool that a rule closes stays
 * closed even where a later one opens it again, because no pattern says "these but not those".
 */
function closureOf(rules: readonly ToolRule[], prefix: string): Closure {
  const names: string[] = [];
  const closed: (readonly [string, ToolRule])[] = [];
  for (const rule of rules.toReversed()) {
    const patterns = rule.opens ? surelyMatches(rule.pattern, prefix) : mayMatch(rule.pattern, prefix);
    if (patterns.includes('*')) {
      if (rule.opens) break;
      return names.length === 0 ? { all: rule, closed: [] } : { open: { names, by: rule }, closed };
    }
    if (rule.opens) names.push(...patterns);
    else closed.push(...patterns.map((pattern) => [pattern, rule] as const));
  }
  return { closed };
}

function withClosures(
  entry: ServerEntry,
  closures: readonly Closure[],
  placeOf: (rule: ToolRule) => Place,
): ServerEntry {
  const { policy, places } = entry;
  const all = closures.find((closure) => closure.all !== undefined)?.all;
  const open = closures.flatMap((closure) => closure.open ?? []);
  const closed = [...new Map(closures.flatMap((closure) => closure.closed))];
  const own = policy.enabledTools === undefined ? [] : [policy.enabledTools];
  const [by] = open;
  return withLimits(
    entry,
    {
      disabled: policy.disabled || all !== undefined,
      disabledTools: [...policy.disabledTools, ...closed.map(([pattern]) => pattern)],
      ...(by === undefined ? {} : { enabledTools: inAll([...open.map(({ names }) => names), ...own]) }),
    },
    {
      ...(all === undefined ? {} : { disabled: placeOf(all) }),
      disabledTools: [...places.disabledTools, ...closed.map(([, rule]) => placeOf(rule))],
      ...(by === undefined ? {} : { enabledTools: placeOf(by.by) }),
    },
  );
}

/** The names that every list has, as they are written. */
function inAll(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists.map((names) => new Set(names));
  return [...first].filter((name) => others.every((other) => other.has(name)));
}
