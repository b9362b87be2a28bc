import { quoteName, type RootRemark } from './config-roots.ts';
import { hasKeyWildcard, hasVariable, toolPrefix } from './tool-key-patterns.ts';
import { MAX_REPORTED, type ToolPermissionRule, unreadRule } from './tool-rules.ts';

/** Servers that one rule blocks, either completely or in part. */
export interface ClosedByRule {
  readonly servers: Set<string>;
  readonly partly: Set<string>;
}

/**
 * Describes the rules in a file: the unreadable rules, and the servers that the other rules block. A misspelt key has
 * its own remark.
 */
export function ruleRemarks(
  rules: readonly ToolPermissionRule[],
  closed: ReadonlyMap<ToolPermissionRule, ClosedByRule>,
): readonly RootRemark[] {
  // In Kilo, null removes a rule.
  const unread = rules.filter(
    (rule) => rule.expected !== undefined && (rule.value.type !== 'null' || rule.path.length === 1 || closed.has(rule)),
  );
  const closing = [...closed].filter(([{ path, expected }]) => expected === undefined && isOfRules(path));
  const asking = closing.filter(([{ value }]) => value.value === 'ask');
  const others = closing.filter(([{ value }]) => value.value !== 'ask');
  return [
    ...unread.slice(0, MAX_REPORTED).map(unreadRule),
    ...asking.slice(0, MAX_REPORTED).map(([rule, what]) => askingRule(rule, what)),
    ...others.slice(0, MAX_REPORTED).map(([rule, what]) => closingRule(rule, what)),
  ];
}

/** Reports that every server is blocked because there are too many rules to compare. */
export function tooManyRules({ path, value }: ToolPermissionRule): RootRemark {
  const message =
    'The file has too many rules, or its rules are too long, to compare with its servers. Every server is therefore closed. Use fewer or shorter rules.';
  return { code: 'RULE_CLOSES', severity: 'error', message, at: value, path };
}

function askingRule(rule: ToolPermissionRule, closed: ClosedByRule): RootRemark {
  const { path, value } = rule;
  const message = `"ask" for ${nameOf(path)} closes ${shown(closed)}, because the gateway does not ask the user.${wayToOpen(rule, closed)}`;
  return { code: 'RULE_CLOSES', severity: 'warning', message, at: value, path };
}

/** Suggests an edit that allows only this server; empty for a rule about a built-in tool. */
function wayToOpen({ pattern, path }: ToolPermissionRule, { servers, partly }: ClosedByRule): string {
  if (!/[_*?]/.test(pattern)) return '';
  const after = 'The agent will not ask the user either.';
  if (servers.size === 0 && !hasKeyWildcard(pattern)) return ` To open them, write "allow" instead. ${after}`;
  const server = [...servers, ...partly].find((name) => !hasVariable(name));
  if (server === undefined) return '';
  const allowing = `${quoteName(`${toolPrefix(server)}*`)}: "allow"`;
  const way = path.length === 1 ? `write { "*": "ask", ${allowing} } in its place` : `write ${allowing} after it`;
  return ` To open all of ${quoteName(server)}, ${way}. ${after}`;
}

function closingRule({ path, value }: ToolPermissionRule, closed: ClosedByRule): RootRemark {
  const why = value.type === 'object' ? ': a map opens tools only if it has "*" and all its values are "allow"' : '';
  const message = `The rule ${nameOf(path)} closes ${shown(closed)}${why}.`;
  return { code: 'RULE_CLOSES', severity: 'info', message, at: value, path };
}

function shown({ servers, partly }: ClosedByRule): string {
  const all = servers.size === 0 ? [] : [serverNames([...servers])];
  const some = partly.size === 0 ? [] : [`tools of ${serverNames([...partly])}`];
  return [...all, ...some].join(', and ');
}

/** Lists servers for a message: three by name, then the number of remaining servers. */
export function serverNames(names: readonly string[]): string {
  const more = names.length > 3 ? ` and ${names.length - 3} more` : '';
  return `the server${names.length === 1 ? '' : 's'} ${names.slice(0, 3).map(quoteName).join(', ')}${more}`;
}

function nameOf(path: readonly string[]): string {
  return quoteName(path.join('.'));
}

function isOfRules([key]: readonly string[]): boolean {
  return key === 'tools' || key === 'permission';
}
