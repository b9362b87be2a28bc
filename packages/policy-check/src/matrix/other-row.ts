import { type Decision, type McpServerPolicy, needsConsent, type RefusalKind } from '@modegate/mode-core';
import type { McpToolReference } from '@modegate/mode-core/modes';
import { compileDisabledTool } from '@modegate/mode-core/patterns';
import { askMcp, circumstancesOf, decidedRow, type ModeQuestions } from './mcp-row.ts';
import { namedServers, type RuleSet } from './mode-rules.ts';
import { compareNames, isLiteral, isUniversal, matchesName } from './names.ts';
import type { PermissionCondition, PermissionRow, PermissionSubject } from './permission-row.ts';

/**
 * Returns the row for all tools on a server that have no individual row. One such tool is tested; the decision on it
 * applies to all of them only if no rule distinguishes their names; otherwise, the row is `unknown`.
 */
export function otherToolsRow(
  subject: Extract<PermissionSubject, { readonly kind: 'mcp-other-tools' }>,
  asked: ModeQuestions,
  { rules, named }: { readonly rules: readonly RuleSet[]; readonly named: ReadonlySet<string> },
): PermissionRow {
  const parted = [...rules, ...ownLists(asked, subject.server)].map((set) =>
    partRules(set, { server: subject.server, named }),
  );
  const patterns = parted.flatMap(({ allow, ask, deny }) =>
    [...(allow ?? []), ...ask, ...deny].map(({ toolName }) => toolName),
  );
  const decision = askMcp(asked, subject.server, unusedName('(any other tool)', named, patterns));
  const conditions = circumstancesOf(subject, rules);
  const settled = decidedRow(subject, decision, { asked, conditions });
  if (!dependsOnTool(decision)) return settled;
  if (holdsForAll(decision, parted)) return settled;
  const partial = parted.flatMap(({ deny }) => deny.filter(({ isPartial }) => isPartial));
  const ask = sortedNames(parted.flatMap((rules) => rules.ask.filter(({ isPartial }) => isPartial)));
  const denyInAnyCase = sortedNames(partial.filter(({ isInAnyCase }) => isInAnyCase));
  return unknownRow(settled, {
    kind: 'tool-names',
    otherwise: decision.allowed ? 'allowed' : needsConsent(decision) ? 'asks' : 'denied',
    allow: sortedNames(parted.flatMap(({ allow }) => (allow ?? []).filter(({ isPartial }) => isPartial))),
    deny: sortedNames(partial).filter((name) => !denyInAnyCase.includes(name)),
    ...(ask.length === 0 ? {} : { ask }),
    ...(denyInAnyCase.length === 0 ? {} : { denyInAnyCase }),
  });
}

/** Returns the row for all servers that have no individual rows, if the policy does not know the servers. */
export function otherServersRow(
  subject: Extract<PermissionSubject, { readonly kind: 'mcp-other-servers' }>,
  asked: ModeQuestions,
  { rules, named }: { readonly rules: readonly RuleSet[]; readonly named: ReadonlySet<string> },
): PermissionRow {
  const patterns = rules.flatMap(namedServers);
  const server = unusedName('(any other server)', named, patterns);
  const resources = askMcp(asked, server, undefined);
  const tools = otherToolsRow({ kind: 'mcp-other-tools', server }, asked, { rules, named: new Set() });
  const settled = decidedRow(subject, resources, { asked, conditions: circumstancesOf(subject, rules) });
  const isParted = patterns.some((pattern) => (isLiteral(pattern) ? !named.has(pattern) : !isUniversal(pattern)));
  if (!isParted && tools.state === settled.state) return settled;
  // If the group is missing, or if the servers are known, the server's name makes no difference.
  const isOpen = [resources, askMcp(asked, server, '(any other tool)')].some(isPastGroup);
  if (asked.policy.servers !== undefined || !isOpen) return settled;
  return unknownRow(settled, { kind: 'server-and-tool' });
}

type ToolLists = Pick<RuleSet, 'allowedTools' | 'askTools' | 'disallowedTools'> &
  Pick<McpServerPolicy, 'disabledInAnyCase'>;

/** Returns the tool lists in the server's file, in the form of a mode's rules. */
function ownLists({ policy }: ModeQuestions, server: string): readonly ToolLists[] {
  const configured = policy.servers?.find(({ name }) => name === server);
  const ofServer = (toolName: string): McpToolReference => ({ serverName: server, toolName });
  if (configured === undefined) return [];
  const { enabledTools, disabledTools = [], disabledInAnyCase } = configured;
  const allowedTools = enabledTools?.map(ofServer);
  return [{ allowedTools, askTools: [], disallowedTools: disabledTools.map(ofServer), disabledInAnyCase }];
}

interface PartedRule {
  readonly toolName: string;
  /** True if case is ignored. The rule may then match names that have no row, even if the name in the rule has one. */
  readonly isInAnyCase: boolean;
  readonly isPartial: boolean;
  readonly isForAll: boolean;
}

interface PartedRules {
  /** Rules in the allowlist; absent if the set has no allowlist. */
  readonly allow: readonly PartedRule[] | undefined;
  readonly ask: readonly PartedRule[];
  readonly deny: readonly PartedRule[];
}

function partRules(
  set: ToolLists,
  { server, named }: { readonly server: string; readonly named: ReadonlySet<string> },
): PartedRules {
  const part = (rules: readonly McpToolReference[], inAnyCase = false) =>
    rules
      .filter(({ serverName, toolName }) => matchesName(serverName, server) && toolName !== '')
      .map(({ toolName, schedule, when }) => ({
        toolName,
        isInAnyCase: inAnyCase && /[a-z]/i.test(toolName),
        isPartial: !isUniversal(toolName),
        isForAll: isUniversal(toolName) && schedule === undefined && when === undefined,
      }))
      .filter(({ toolName, isInAnyCase }) => isInAnyCase || !named.has(toolName));
  return {
    allow: set.allowedTools && part(set.allowedTools),
    ask: part(set.askTools),
    deny: part(set.disallowedTools, set.disabledInAnyCase),
  };
}

/** True if the decision on one tool may differ from the decision on another tool. */
function dependsOnTool(decision: Decision): boolean {
  return (
    decision.allowed || needsConsent(decision) || toolKinds.has(decision.kind) || decision.code === 'MCP_TOOL_DISABLED'
  );
}

const toolKinds: ReadonlySet<RefusalKind> = new Set(['mcp-tool', 'circumstance']);
const kindsPastGroup: ReadonlySet<RefusalKind> = new Set(['entry', 'server', 'mcp-tool', 'circumstance']);

/** True if the decision on a name that no rule spells out applies to every such name. */
function holdsForAll(decision: Decision, parted: readonly PartedRules[]): boolean {
  const isParted = parted.some(({ allow = [], ask, deny }) =>
    [...allow, ...ask, ...deny].some(({ isPartial }) => isPartial),
  );
  if (!isParted) return true;
  if (decision.allowed) return parted.every(isOpenToAll) && !parted.some(({ ask }) => ask.length > 0);
  if (needsConsent(decision))
    return parted.every(isOpenToAll) && parted.some(({ ask }) => ask.some(({ isForAll }) => isForAll));
  if (parted.some(({ deny }) => deny.some(({ isForAll }) => isForAll))) return true;
  return parted.some(({ allow, ask }) => allow?.length === 0 && ask.length === 0);
}

/** True if a set of rules allows every name. An ask rule is an allow rule that requires consent. */
function isOpenToAll({ allow, ask, deny }: PartedRules): boolean {
  return (
    !deny.some(({ isPartial }) => isPartial) &&
    (allow === undefined || [...allow, ...ask].some(({ isForAll }) => isForAll))
  );
}

function isPastGroup(decision: Decision): boolean {
  return decision.allowed || needsConsent(decision) || kindsPastGroup.has(decision.kind);
}

function unknownRow(settled: PermissionRow, condition: PermissionCondition): PermissionRow {
  const { code: _code, reason: _reason, ...row } = settled;
  return { ...row, state: 'unknown', conditions: [...settled.conditions, condition] };
}

/**
 * Returns a readable name, for use in a refusal, that no tool has and that no partial pattern matches, regardless of
 * case.
 */
function unusedName(name: string, named: ReadonlySet<string>, patterns: readonly string[]): string {
  const isAfter = (pattern: string) => compileDisabledTool({ disabledInAnyCase: true }, pattern)(name);
  if (!named.has(name) && patterns.every((pattern) => isUniversal(pattern) || !isAfter(pattern))) return name;
  const longest = Math.max(0, ...[...named, ...patterns].map(({ length }) => length));
  return '\uE000'.repeat(longest + 1);
}

function sortedNames(rules: readonly PartedRule[]): readonly string[] {
  return [...new Set(rules.map(({ toolName }) => toolName))].sort(compareNames);
}
