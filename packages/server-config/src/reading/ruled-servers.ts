import type { ConfigFileKind, Place, ServerEntry } from '../entries/server-entry.ts';
import { type ParsedJsonText, propertiesOf, propertyOf } from '../json/json-text.ts';
import { withLimits } from './listed-servers.ts';
import { mayMatch, surelyMatches, toolPrefix } from './tool-key-patterns.ts';
import { readToolRules, type ToolRule } from './tool-rules.ts';

/** More letters of patterns than this, each held against each server, close every server instead. */
const MAX_COMPARED = 1_000_000;

/** Where the files of opencode and Kilo have rules for one agent by its name; `mode` is older, and `agents` of opencode 2. */
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

/** The entries with what `tools` and `permission` of a file of opencode or Kilo close for every agent. */
export function withToolRules(servers: readonly ServerEntry[], document: ParsedJsonText): readonly ServerEntry[] {
  const lists = readToolRules(document.root, []);
  if (lists.length === 0) return servers;
  const closing = tooManyToCompare(lists, servers.length) ? lists.flat().find(({ opens }) => !opens) : undefined;
  const placeOf = ({ pointer, offset }: ToolRule): Place => ({ pointer, ...document.positionAt(offset) });
  return servers.map((entry) => {
    const closures = closing === undefined ? closuresOf(lists, entry.name) : [{ all: closing, closed: [] }];
    return withClosures(entry, closures, placeOf);
  });
}

/** JSON pointers of the rules that close something of a server for one agent, the first of each list. */
export function agentRules(document: ParsedJsonText, server: string): readonly string[] {
  return AGENTS.flatMap((key) =>
    propertiesOf(propertyOf(document.root, key)?.valueNode).flatMap((agent) =>
      closuresOf(readToolRules(agent.valueNode, [key, agent.key]), server).flatMap(({ all, open, closed }) => {
        const rule = all ?? open?.by ?? closed[0]?.[1];
        return rule === undefined ? [] : [rule.pointer];
      }),
    ),
  );
}

function tooManyToCompare(lists: readonly (readonly ToolRule[])[], servers: number): boolean {
  const letters = lists.flat().reduce((sum, { pattern }) => sum + pattern.length, 0);
  return letters * servers > MAX_COMPARED;
}

function closuresOf(lists: readonly (readonly ToolRule[])[], server: string): readonly Closure[] {
  const prefix = toolPrefix(server);
  return lists.map((rules) => closureOf(rules, prefix));
}

/**
 * From the last rule to the first, until one is about the whole server. Of a server that it leaves open, a tool that a rule closes stays
 * closed even where a later pattern opens it again: what is left of a pattern without another is no pattern.
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
