import { jsonPointer } from '@modegate/json';
import { inAll } from '../entries/entry-limits.ts';
import { MAX_ENTRY_VALUES } from '../entries/entry-positions.ts';
import type { ConfigFileKind, PointerPosition, ServerEntry } from '../entries/server-entry.ts';
import { type ParsedJsonText, propertiesOf, propertyOf } from '../json/json-text.ts';
import type { RootRemark } from './config-roots.ts';
import { type ClosedByRule, ruleRemarks, tooManyRules } from './rule-remarks.ts';
import { withLimits } from './server-lists.ts';
import { hasKeyWildcard, hasVariable, mayMatch, surelyMatches, toolPrefix } from './tool-key-patterns.ts';
import { type RuleLists, readToolRules, type ToolPermissionRule } from './tool-rules.ts';

/**
 * Maximum number of steps, each of which compares one name or one letter of a pattern with a server. If this number is
 * exceeded, every server is blocked.
 */
const MAX_STEPS = 200_000;

/**
 * Maximum number of tool names and patterns across all servers, equal to the maximum number of values in an entry. If
 * this number is exceeded, every server is blocked.
 */
const MAX_PATTERNS = MAX_ENTRY_VALUES;

/** Keys whose rules apply to one agent by name; `mode` is an older key, and `agents` is used by opencode 2. */
const AGENTS = ['agent', 'mode', 'agents'];

/** Effect of one list of rules on a server. */
interface Closure {
  /** Rule that blocks the whole server. */
  readonly all?: ToolPermissionRule;
  /** The only allowed tools, and the rule that blocks the others. */
  readonly open?: { readonly names: readonly string[]; readonly by: ToolPermissionRule };
  /** Patterns of blocked tools, each with its rule. */
  readonly closed: readonly (readonly [pattern: string, by: ToolPermissionRule])[];
}

/** True if files of this kind have `tools` and `permission` keys for all servers, as in opencode and Kilo. */
export function hasToolRules(kind: ConfigFileKind): boolean {
  return kind === 'opencode' || kind === 'kilo-config';
}

/**
 * Blocks everything that `tools` and `permission` in an opencode or Kilo file block for every agent, and describes
 * these rules.
 */
export function applyToolRules(
  servers: readonly ServerEntry[],
  document: ParsedJsonText,
): { readonly servers: readonly ServerEntry[]; readonly remarks: readonly RootRemark[] } {
  const lists = readToolRules(document.root, []);
  if (lists.length === 0) return { servers, remarks: [] };
  const positionOf = ({ path, value }: ToolPermissionRule): PointerPosition => ({
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

/** Effect of rules on one server. */
interface ClosedServer {
  readonly entry: ServerEntry;
  readonly closures: readonly Closure[];
}

/**
 * Computes the effect of all lists on each server. If there are too many rules, every server is blocked, and `closing`
 * is the rule to report.
 */
function closeServers(
  servers: readonly ServerEntry[],
  lists: RuleLists,
): { readonly closed: readonly ClosedServer[]; readonly closing?: ToolPermissionRule } {
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

function closedBy(rule: ToolPermissionRule, servers: readonly ServerEntry[]): readonly ClosedServer[] {
  return servers.map((entry) => ({ entry, closures: [{ all: rule, closed: [] }] }));
}

function byRule(closed: readonly ClosedServer[]): ReadonlyMap<ToolPermissionRule, ClosedByRule> {
  const rules = new Map<ToolPermissionRule, ClosedByRule>();
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

/**
 * Finds servers that a file blocks at least partly for one agent; returns them by name, each with the JSON pointer of a
 * rule that blocks the server.
 */
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

function closingRules({ all, open, closed }: Closure): readonly ToolPermissionRule[] {
  return [all, open?.by, ...closed.map(([, rule]) => rule)].filter((rule) => rule !== undefined);
}

/** If there is too much to compare, returns the rule to report as the one that blocks every server. */
function closingWhenTooMany(lists: RuleLists, servers: number): ToolPermissionRule | undefined {
  const rules = lists.flat();
  const steps = rules.reduce((sum, { pattern }) => sum + (hasKeyWildcard(pattern) ? pattern.length : 1), 0);
  return steps * servers > MAX_STEPS ? firstClosing(lists) : undefined;
}

function firstClosing(lists: RuleLists): ToolPermissionRule | undefined {
  return lists.flat().find(({ opens }) => !opens);
}

function closuresOf(lists: RuleLists, server: string): readonly Closure[] {
  const any = hasVariable(server) ? firstClosing(lists) : undefined;
  if (any !== undefined) return [{ all: any, closed: [] }];
  const prefix = toolPrefix(server);
  return lists.map((rules) => {
    const closure = closureOf(rules, prefix);
    return { ...closure, closed: [...closure.closed, ...closedAsBuiltIn(rules, prefix)] };
  });
}

/** Names of the agents' built-in tools, each with the rule that hides a tool of that name. */
const BUILT_IN: readonly (readonly [tool: string, rule: string])[] = [
  ['apply_patch', 'edit'],
  ['list_mcp_resources', 'read'],
  ['list_mcp_resource_templates', 'read'],
  ['read_mcp_resource', 'read'],
];

function closedAsBuiltIn(rules: readonly ToolPermissionRule[], prefix: string): Closure['closed'] {
  return BUILT_IN.flatMap(([tool, name]) => {
    const own = mayMatch(tool, prefix);
    if (own.length === 0) return [];
    const by = rules.findLast((rule) => patternsAfter(rule, name).some((rest) => /^\*?$/.test(rest)));
    return by === undefined || by.opens ? [] : own.map((pattern) => [pattern, by] as const);
  });
}

/**
 * Reads rules from last to first, stopping at a rule for the whole server. On an allowed server, a tool blocked by a
 * rule stays blocked even if a later rule allows it again, because no pattern can express "these but not those".
 */
function closureOf(rules: readonly ToolPermissionRule[], prefix: string): Closure {
  const names: string[] = [];
  const closed: (readonly [string, ToolPermissionRule])[] = [];
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

/**
 * Returns the patterns that remain of a rule once its beginning has matched the start of a name; they allow at most
 * what the agents allow, and block at least what the agents block.
 */
function patternsAfter({ pattern, opens }: ToolPermissionRule, start: string): readonly string[] {
  return opens ? surelyMatches(pattern, start) : mayMatch(pattern, start);
}

function withClosures(
  entry: ServerEntry,
  closures: readonly Closure[],
  positionOf: (rule: ToolPermissionRule) => PointerPosition,
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
