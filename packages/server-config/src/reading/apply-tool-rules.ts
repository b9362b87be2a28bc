import { jsonPointer } from '@modegate/json';
import { MAX_ENTRY_VALUES } from '../entries/entry-positions.ts';
import type { ConfigFileKind, PointerPosition, ServerEntry } from '../entries/server-entry.ts';
import { type ParsedJsonText, propertiesOf, propertyOf } from '../json/json-text.ts';
import type { RootRemark } from './config-roots.ts';
import { type ClosedByRule, ruleRemarks, tooManyRules } from './rule-remarks.ts';
import { withLimits } from './server-lists.ts';
import { hasVariable, hasWildcard, mayMatch, surelyMatches, toolPrefix } from './tool-key-patterns.ts';
import { readToolRules, type ToolRule } from './tool-rules.ts';

/** What would take more steps than this, a name or a letter of a pattern held against a server, closes every server instead. */
const MAX_STEPS = 200_000;

/** As many names and patterns of tools as an entry may have values. More of them, of all servers together, close every server instead. */
const MAX_PATTERNS = MAX_ENTRY_VALUES;

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
export function applyToolRules(
  servers: readonly ServerEntry[],
  document: ParsedJsonText,
): { readonly servers: readonly ServerEntry[]; readonly remarks: readonly RootRemark[] } {
  const lists = readToolRules(document.root, []);
  if (lists.length === 0) return { servers, remarks: [] };
  const positionOf = ({ path, value }: ToolRule): PointerPosition => ({
    pointer: jsonPointer(...path),
    ...document.positionAt(value.offset),
  });
  const { closed, closing } = closeServers(servers, lists);
  const rules = [...new Set(lists.flat())];
  return {
    servers: closed.map(({ entry, closures }) => withClosures(entry, closures, positionOf)),
    remarks: closing === undefined ? ruleRemarks(rules, byRule(closed)) : [tooManyRules(closing)],
  };
}

/** What rules close of one server. */
interface ClosedServer {
  readonly entry: ServerEntry;
  readonly closures: readonly Closure[];
}

/** What all lists close of each server; `closing` is the rule to name where they say too much, and so close every server. */
function closeServers(
  servers: readonly ServerEntry[],
  lists: readonly (readonly ToolRule[])[],
): { readonly closed: readonly ClosedServer[]; readonly closing?: ToolRule } {
  const closing = closingWhenTooMany(lists, servers.length);
  if (closing !== undefined) return { closed: closedBy(closing, servers), closing };
  const closed: ClosedServer[] = [];
  let patterns = 0;
  for (const entry of servers) {
    const closures = closuresOf(lists, entry.name);
    for (const closure of closures) patterns += closure.closed.length + (closure.open?.names.length ?? 0);
    const rule = patterns > MAX_PATTERNS ? firstClosing(lists) : undefined;
    if (rule !== undefined) return { closed: closedBy(rule, servers), closing: rule };
    closed.push({ entry, closures });
  }
  return { closed };
}

function closedBy(rule: ToolRule, servers: readonly ServerEntry[]): readonly ClosedServer[] {
  return servers.map((entry) => ({ entry, closures: [{ all: rule, closed: [] }] }));
}

function byRule(closed: readonly ClosedServer[]): ReadonlyMap<ToolRule, ClosedByRule> {
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
  return steps * servers > MAX_STEPS ? firstClosing(lists) : undefined;
}

function firstClosing(lists: readonly (readonly ToolRule[])[]): ToolRule | undefined {
  return lists.flat().find(({ opens }) => !opens);
}

function closuresOf(lists: readonly (readonly ToolRule[])[], server: string): readonly Closure[] {
  const any = hasVariable(server) ? firstClosing(lists) : undefined;
  if (any !== undefined) return [{ all: any, closed: [] }];
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
    const by = rules.findLast((rule) => patternsAfter(rule, name).some((rest) => /^\*?$/.test(rest)));
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
    const patterns = patternsAfter(rule, prefix);
    if (patterns.includes('*')) {
      if (rule.opens) break;
      return names.length === 0 ? { all: rule, closed: [] } : { open: { names, by: rule }, closed };
    }
    if (rule.opens) names.push(...patterns);
    else closed.push(...patterns.map((pattern) => [pattern, rule] as const));
  }
  return { closed };
}

/** What follows the start of a name in a rule: at most what the agents open, at least what they close. */
function patternsAfter({ pattern, opens }: ToolRule, start: string): readonly string[] {
  return opens ? surelyMatches(pattern, start) : mayMatch(pattern, start);
}

function withClosures(
  entry: ServerEntry,
  closures: readonly Closure[],
  positionOf: (rule: ToolRule) => PointerPosition,
): ServerEntry {
  const { policy, settingPositions } = entry;
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
      ...(closed.length === 0 ? {} : { disabledInAnyCase: true as const }),
      ...(by === undefined ? {} : { enabledTools: inAll([...open.map(({ names }) => names), ...own]) }),
    },
    {
      ...(all === undefined ? {} : { disabled: positionOf(all) }),
      disabledTools: [...settingPositions.disabledTools, ...closed.map(([, rule]) => positionOf(rule))],
      ...(by === undefined ? {} : { enabledTools: positionOf(by.by) }),
    },
  );
}

/** The names that every list has, as they are written. */
function inAll(lists: readonly (readonly string[])[]): readonly string[] {
  const [first = [], ...others] = lists.map((names) => new Set(names));
  return [...first].filter((name) => others.every((other) => other.has(name)));
}
