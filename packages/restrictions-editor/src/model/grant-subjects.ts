import type { Decision } from '@modegate/mode-core';
import type { McpRestrictions, McpToolReference } from '@modegate/mode-core/modes';
import { compileNamePattern } from '@modegate/mode-core/patterns';
import { type ActContext, losesOthers } from './act-context.ts';
import { arrayOf, type RowSubject, rowKey } from './permission-rows.ts';
import { addEntries, addWholeServers, isConditional, keepEntries, removeEntries } from './restriction-entries.ts';
import type { RowStates } from './row-states.ts';

/**
 * @internal Returns restrictions that allow the goals, as far as this mode alone can allow them, without allowing any
 * other tool that was denied.
 */
export function grantSubjects(before: McpRestrictions, context: ActContext): McpRestrictions {
  let restrictions = removeEntries(removeEntries(before, 'deny', context.goals), 'ask', context.goals);
  // Each round tries to resolve the remaining refusals; a refusal that no round can resolve comes from another mode or
  // from a file.
  for (let round = 0; round < maxRounds; round++) {
    const states = context.read(restrictions);
    const next = answerRefusals(restrictions, states, context);
    if (next === restrictions) break;
    restrictions = next;
  }
  const granted = withdrawSideGrants(restrictions, context);
  const after = context.read(granted);
  const isReached = context.goals.some(
    (goal) => after.stateOf(goal) === 'allowed' && context.states.stateOf(goal) !== 'allowed',
  );
  return isReached && !losesOthers(context, after) ? granted : before;
}

// First, the server must be known, listed and not denied; the same conditions then apply to the tool.
const maxRounds = 6;

function answerRefusals(restrictions: McpRestrictions, states: RowStates, context: ActContext): McpRestrictions {
  const unmet = new Map<string, RowSubject[]>();
  for (const goal of context.goals) {
    const code = answerableCode(states.decisionOf(goal), context.mode);
    if (code !== undefined) unmet.set(code, [...(unmet.get(code) ?? []), goal]);
  }
  for (const [code, answer] of answers) {
    const goals = unmet.get(code);
    const next = goals && answer(restrictions, goals, context);
    if (next !== undefined && next !== restrictions && isHelpful(goals, states, context.read(next))) return next;
  }
  return restrictions;
}

/** This mode cannot resolve a refusal that comes from another mode's rule. */
function answerableCode(decision: Decision, mode: string): string | undefined {
  const isOfAnother = decision.by.mode !== undefined && decision.by.mode !== mode;
  return decision.allowed || isOfAnother ? undefined : decision.code;
}

function isHelpful(goals: Goals | undefined, before: RowStates, after: RowStates): boolean {
  const saysOtherwise = (goal: RowSubject) => {
    const [first, second] = [before.decisionOf(goal), after.decisionOf(goal)];
    return first.allowed !== second.allowed || (!first.allowed && !second.allowed && first.code !== second.code);
  };
  return goals?.some(saysOtherwise) === true;
}

type Goals = ActContext['goals'];
type Answer = (restrictions: McpRestrictions, goals: Goals, context: ActContext) => McpRestrictions;

/** The edit that resolves each refusal code returned by `decide`. */
const answers: readonly (readonly [string, Answer])[] = [
  ['MCP_SERVER_DISALLOWED', dropServerPatterns],
  ['MCP_SERVER_NOT_ALLOWED', listServers],
  ['MCP_SERVER_NOT_ENABLED', listServers],
  ['MCP_SERVER_UNKNOWN', listServers],
  ['MCP_TOOL_DISALLOWED', dropToolPatterns],
  ['MCP_TOOL_NOT_ALLOWED', listTools],
];

/**
 * A newly created allow list contains everything that is allowed now, so that adding one server does not affect any
 * other.
 */
function listServers(restrictions: McpRestrictions, goals: Goals, { read }: ActContext): McpRestrictions {
  const servers = serversOf(goals).map((server) => ({ server }));
  return addEntries(closeServers(restrictions, read(restrictions)), 'allow', servers);
}

/** A server whose tools are all wanted needs only one entry. */
function listTools(restrictions: McpRestrictions, goals: Goals, { subjects }: ActContext): McpRestrictions {
  const whole = new Set(subjects.filter(({ tool }) => tool === undefined).map(({ server }) => server));
  const isSubsumed = (entry: McpToolReference) => whole.has(entry.serverName) && !isConditional(entry);
  const servers = serversOf(goals).filter((server) => whole.has(server));
  const kept = keepEntries(
    restrictions,
    'allowedTools',
    (entry) => !servers.includes(entry.serverName) || !isSubsumed(entry),
  );
  const single = goals.filter(({ server, tool }) => tool !== undefined && !whole.has(server));
  return addEntries(addWholeServers(kept, servers), 'allow', single);
}

/**
 * Removes deny rules for a wanted server by name or, failing that, by pattern; an allow list then ensures that other
 * servers stay denied.
 */
function dropServerPatterns(restrictions: McpRestrictions, goals: Goals, { read }: ActContext): McpRestrictions {
  const names = serversOf(goals);
  const servers = names.map((server) => ({ server }));
  const named = removeEntries(restrictions, 'deny', servers);
  if (named !== restrictions) return named;
  const kept = keepEntries(restrictions, 'disallowedServers', (pattern) => !names.some(compileNamePattern(pattern)));
  if (kept === restrictions) return restrictions;
  return { ...kept, allowedServers: closeServers(restrictions, read(restrictions)).allowedServers ?? [] };
}

/**
 * Removes deny rules for wanted tools: if a removed pattern applied to a server, the tools that are currently allowed
 * are listed by name; otherwise, the whole server is listed.
 */
function dropToolPatterns(restrictions: McpRestrictions, goals: Goals, { read }: ActContext): McpRestrictions {
  const denies = ({ serverName, toolName }: McpToolReference) => {
    const [isServer, isTool] = [compileNamePattern(serverName), compileNamePattern(toolName)];
    return goals.some(({ server, tool }) => tool !== undefined && isServer(server) && isTool(tool));
  };
  const dropped = arrayOf(restrictions.disallowedTools).filter((entry) => !isConditional(entry) && denies(entry));
  if (dropped.length === 0) return restrictions;
  const kept = keepEntries(restrictions, 'disallowedTools', (entry) => !dropped.includes(entry));
  return { ...kept, allowedTools: closeTools(restrictions, dropped, read(restrictions)) };
}

/** Returns the list of allowed servers; if there was no list, returns one that contains all allowed servers. */
function closeServers(restrictions: McpRestrictions, states: RowStates): McpRestrictions {
  if (restrictions.allowedServers !== undefined) return restrictions;
  const open = states.subjects.filter((row) => row.tool === undefined && states.mayBeAllowed(row));
  return addEntries({ ...restrictions, allowedServers: [] }, 'allow', open);
}

function closeTools(
  { allowedTools }: McpRestrictions,
  dropped: readonly McpToolReference[],
  states: RowStates,
): readonly McpToolReference[] {
  const wasDenied = (server: string) => dropped.some(({ serverName }) => compileNamePattern(serverName)(server));
  const isWritten = (entry: McpToolReference) =>
    !/[*?]/.test(entry.serverName + entry.toolName) || isConditional(entry);
  const tools = states.subjects.flatMap(({ server, tool }) => (tool === undefined ? [] : [{ server, tool }]));
  const listed = tools.filter(
    (row) => states.mayBeAllowed(row) && (allowedTools !== undefined || wasDenied(row.server)),
  );
  const open = states.subjects.filter(
    ({ server, tool }) =>
      tool === undefined && allowedTools === undefined && !wasDenied(server) && states.mayBeAllowed({ server }),
  );
  const kept = { allowedTools: (allowedTools ?? []).filter(isWritten) };
  return addEntries(addWholeServers(kept, serversOf(open)), 'allow', listed).allowedTools ?? [];
}

/**
 * Allowing a server for one of its tools also allows the others; this function denies those that were not requested.
 */
function withdrawSideGrants(restrictions: McpRestrictions, context: ActContext): McpRestrictions {
  const wanted = new Set(context.goals.map(rowKey));
  const after = context.read(restrictions);
  const granted = context.states.subjects.filter(
    (row) =>
      row.tool !== undefined &&
      !wanted.has(rowKey(row)) &&
      after.mayBeAllowed(row) &&
      !context.states.mayBeAllowed(row),
  );
  if (granted.length === 0) return restrictions;
  if (restrictions.allowedTools !== undefined) return addEntries(restrictions, 'deny', granted);
  // An allow list also applies to tools that are added to the server later.
  const opened = new Set(granted.map(({ server }) => server));
  const isKept = ({ server, tool }: RowSubject) =>
    tool !== undefined &&
    opened.has(server) &&
    (wanted.has(rowKey({ server, tool })) || context.states.mayBeAllowed({ server, tool }));
  const others = after.subjects.filter(
    ({ server, tool }) => tool === undefined && !opened.has(server) && after.mayBeAllowed({ server }),
  );
  const closed = addWholeServers({ ...restrictions, allowedTools: [] }, serversOf(others));
  return addEntries(closed, 'allow', after.subjects.filter(isKept));
}

function serversOf(rows: readonly RowSubject[]): readonly string[] {
  return [...new Set(rows.map(({ server }) => server))];
}
