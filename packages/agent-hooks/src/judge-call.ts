import { decide, listRestrictingModes, type Policy } from '@modegate/mode-core';
import type { Adapter } from './adapter.ts';
import { adapters } from './adapters.ts';
import type { AgentCall, CallPart } from './agent-call.ts';
import { type CallRequest, toMcpRequest, toRequests } from './call-requests.ts';
import { findProtected, isWriting } from './find-protected.ts';
import { isUnrestricted, limitsReading } from './is-unrestricted.ts';
import { judgeCommand } from './judge-command.ts';
import { judgeLinkedPaths } from './judge-linked-paths.ts';
import type { JudgeOptions } from './judge-options.ts';
import { findMcpCandidates, type McpCandidate } from './mcp-candidates.ts';
import type { ResolvedPath } from './path-lookup.ts';
import { quote } from './reading/read-json.ts';
import { findStrictest, mayProceed, refuseCall, toVerdict, type Verdict } from './verdict.ts';

/**
 * Evaluates an agent's call: every part, and every location it touches, in every active mode. The first refusal takes
 * precedence; if no mode refuses, all requests for consent are combined into one.
 */
export function judgeAgentCall(policy: Policy, call: AgentCall, options: JudgeOptions): Verdict {
  return findStrictest(iterateVerdicts(policy, call, options));
}

function* iterateVerdicts(policy: Policy, call: AgentCall, options: JudgeOptions): Iterable<Verdict> {
  const adapter = adapters[call.agent];
  const candidates = findMcpCandidates(policy, adapter, call);
  if (candidates === undefined)
    return yield refuseCall(
      'PAYLOAD_INVALID',
      `The name ${quote(call.tool)} does not belong to the server that the call specifies.`,
    );
  const located = call.parts.map((part) => ({ part, places: locateAll(part, adapter, options) }));
  const written = located.flatMap(({ part, places = [] }) => (isWriting(part.tool) ? places : []));
  const closed = findProtected(written, options);
  if (closed !== undefined) yield closed;
  for (const mode of options.modes) {
    const judge = judgeIn(policy, mode, options);
    if (call.parts.length === 0 && candidates.length === 0) yield judgeUnmapped(policy, mode, call);
    for (const { part, places } of located) {
      if (part.tool === 'execute_command') yield* judgeCommand(policy, part, { mode, call, options });
      else yield judge(toRequests(policy, part, places));
    }
    yield judge(candidates.map((one) => toMcpRequest(call, one)));
    yield judgeNames(policy, mode, { call, candidates, options });
  }
  if (options.modes.length === 0) yield refuseCall('MODE_UNSET', 'No mode is active.');
  yield* judgeLinks(policy, located, options);
  const replaced = call.parts.flatMap((part) => findReplaced(part, options))[0];
  if (replaced !== undefined) yield refuseReplaced(replaced);
}

/**
 * Returns every location that a part may touch: the targets of its paths, both as written and as the agent's tools may
 * interpret them, before and after the paths are made absolute. Excludes the agent's own plans.
 */
function locateAll(
  { tool, paths }: CallPart,
  { spellings = () => [], plans }: Adapter,
  { locate, showInHome = () => undefined }: JudgeOptions,
): readonly ResolvedPath[] | undefined {
  const isPlan = ({ absolute }: ResolvedPath) => isWriting(tool) && plans?.test(showInHome(absolute) ?? '') === true;
  return paths?.flatMap((path) => {
    const first = [path, ...spellings(path)].flatMap(locate);
    const places = [...first, ...first.flatMap(({ absolute }) => spellings(absolute)).flatMap(locate)];
    const distinct = new Map(places.map((place) => [place.absolute, place]));
    return [...distinct.values()].every(isPlan) ? [] : [...distinct.values()];
  });
}

/**
 * Checks the targets of symbolic links below the folders being searched, if the search follows links and a mode
 * restricts reading.
 */
function* judgeLinks(policy: Policy, located: readonly LocatedPart[], options: JudgeOptions): Iterable<Verdict> {
  for (const mode of options.modes.filter((one) => limitsReading(policy, one)))
    for (const { part, places = [] } of located)
      if (part.followsLinks === true) yield* judgeLinkedPaths(policy, part.tool, { mode, places, options });
}

interface LocatedPart {
  readonly part: CallPart;
  readonly places: readonly ResolvedPath[] | undefined;
}

/** Returns the paths in a part for which the agent would use another file. */
function findReplaced({ paths = [], replacesMissing }: CallPart, { locate }: JudgeOptions): readonly string[] {
  if (replacesMissing === undefined) return [];
  const named = replacesMissing === 'always' ? paths : paths.filter((path) => !/^(?:[/\\]|[a-zA-Z]:)/.test(path));
  return named.filter((path) => locate(path).every(({ kind }) => kind !== 'file' && kind !== 'folder'));
}

function refuseReplaced(path: string): Verdict {
  return refuseCall(
    'FILE_MISSING',
    `${quote(path)} does not exist, and this tool may use another file with a similar path instead. Give the absolute path of the file, or use another tool to create it.`,
  );
}

/** Returns a function that judges several requests of one call in a mode. */
function judgeIn(policy: Policy, mode: string, { circumstances }: JudgeOptions) {
  return (requests: readonly CallRequest[]): Verdict =>
    findStrictest(requests.map((request) => toVerdict(decide(policy, { ...circumstances, ...request, mode }))));
}

/** Refuses a call to a tool whose effect is unknown, unless the mode allows everything. */
function judgeUnmapped(policy: Policy, mode: string, call: AgentCall): Verdict {
  if (!mayBeOfServer(policy, call) && isUnrestricted(policy, mode)) return { allowed: true };
  return refuseUnmapped(policy, mode, call.tool);
}

interface NamedCall {
  readonly call: AgentCall;
  readonly candidates: readonly McpCandidate[];
  readonly options: JudgeOptions;
}

/**
 * Evaluates a call to a tool whose name the agent has changed irreversibly: a deny rule applies to every tool that may
 * have received this name, and an allow rule must also cover every such tool.
 */
function judgeNames(policy: Policy, mode: string, { call, candidates, options }: NamedCall): Verdict {
  const { renameTool } = adapters[call.agent];
  const changed = candidates.filter(({ isCertain }) => isCertain !== true);
  if (changed.length === 0) return { allowed: true };
  const cut = changed.find(({ server, isCut }) => isCut === true && limitsTools(policy, mode, server));
  const requests = changed.map(({ server, tool }) => toMcpRequest(call, { server, tool: renameTool(tool) }));
  const verdict = judgeIn(options.wirePolicy?.() ?? policy, mode, options)(requests);
  return cut === undefined || !mayProceed(verdict) ? verdict : refuseCut(call.tool, cut.server);
}

/** True if a rule of the mode or of the server's entry mentions tools, so that it matters which tool is called. */
function limitsTools(policy: Policy, mode: string, server: string): boolean {
  const entry = policy.servers?.find(({ name }) => name === server);
  return (
    entry?.enabledTools !== undefined ||
    (entry?.disabledTools ?? []).length > 0 ||
    listRestrictingModes(policy, mode).some(
      ({ mcpRestrictions: own }) =>
        own?.allowedTools !== undefined ||
        [own?.disallowedTools, own?.askTools].some((list) => (list ?? []).length > 0),
    )
  );
}

function refuseCut(tool: string, server: string): Verdict {
  return refuseCall(
    'TOOL_UNMAPPED',
    `The name ${quote(tool)} does not identify a tool of the server ${quote(server)}, because the agent has shortened or changed the name. There are rules for individual tools of that server. Use another tool, or ask the user to specify this tool in a rule without wildcards.`,
  );
}

/**
 * True if a tool may belong to a server that is not configured and therefore may not be used in any mode; most agents
 * mark the tools that belong to servers.
 */
function mayBeOfServer({ servers }: Policy, { agent, tool }: AgentCall): boolean {
  const { mcpPrefix, prefixOf } = adapters[agent];
  return mcpPrefix === undefined && servers !== undefined && tool.includes(prefixOf(''));
}

function refuseUnmapped(policy: Policy, mode: string, tool: string): Verdict {
  const known = decide(policy, { mode, tool: 'update_todo_list' });
  if (!known.allowed) return toVerdict(known);
  return refuseCall(
    'TOOL_UNMAPPED',
    `It is not known what the tool ${quote(tool)} does, and mode '${mode}' has limits. Use another tool, or ask the user, who can say in modegate.config.json under "hooks": { "tools" } whether ${JSON.stringify(tool.slice(0, 80))} does "read", "edit", "command", "browser" or "harmless"; for a tool of an MCP server, configure the server.`,
  );
}
