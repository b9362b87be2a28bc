import { type Circumstances, decide, listRestrictingModes, type Policy } from '@modegate/mode-core';
import type { Adapter } from './adapter.ts';
import { adapters } from './adapters.ts';
import type { AgentCall, CallPart } from './agent-call.ts';
import { type CallRequest, toMcpRequest, toRequests } from './call-requests.ts';
import { isUnrestricted, limitsReading } from './is-unrestricted.ts';
import { findLinkedPaths } from './linked-paths.ts';
import { findMcpCandidates, type McpCandidate } from './mcp-candidates.ts';
import type { PathLookup, ResolvedPath } from './path-lookup.ts';
import { isProtectedFile } from './protected-files.ts';
import { quote } from './reading/read-json.ts';
import { refuseCall, toVerdict, type Verdict } from './verdict.ts';

/** Options of judgeAgentCall. */
export interface JudgeOptions extends PathLookup {
  /** Slugs of the active modes; all of them must allow the call. */
  readonly modes: readonly string[];
  /** Returns the policy with MCP tool names as the agent writes them. Default: it writes them unchanged. */
  readonly wirePolicy?: (() => Policy) | undefined;
  /**
   * Returns a path relative to the user's home folder, where agents keep their plans; undefined for paths elsewhere.
   * Default: no path is in that folder.
   */
  readonly showInHome?: ((absolute: string) => string | undefined) | undefined;
  /** The time and environment of the call. Default: the policy's own information. */
  readonly circumstances?: Circumstances | undefined;
  /** True if no call may write files that decide about calls. Default: true. */
  readonly protect?: boolean | undefined;
  /** Returns true for further files that no call may write. Default: none. */
  readonly isProtected?: ((absolute: string) => boolean) | undefined;
}

/** Judges an agent's call: every part and every location it touches, in every active mode. The first refusal counts. */
export function judgeAgentCall(policy: Policy, call: AgentCall, options: JudgeOptions): Verdict {
  const candidates = findMcpCandidates(policy, adapters[call.agent], call);
  if (candidates === undefined)
    return refuseCall(
      'PAYLOAD_INVALID',
      `The name ${quote(call.tool)} does not belong to the server that the call names.`,
    );
  const adapter = adapters[call.agent];
  const located = call.parts.map((part) => ({ part, places: locateAll(part, adapter, options) }));
  const written = located.flatMap(({ part, places = [] }) => (part.tool in writing ? places : []));
  const closed = findProtected(written, options);
  if (closed !== undefined) return refuseProtected(closed.path);
  const requests = [
    ...located.flatMap(({ part, places }) => toRequests(policy, part, places)),
    ...candidates.map((candidate) => toMcpRequest(call, candidate)),
  ].map((request) => ({ ...options.circumstances, ...request }));
  for (const mode of options.modes) {
    const verdict = judgeIn(policy, mode, { call, requests });
    if (!verdict.allowed) return verdict;
    const onWire = judgeNames(policy, mode, { call, candidates, options });
    if (!onWire.allowed) return onWire;
  }
  if (options.modes.length === 0) return refuseCall('MODE_UNSET', 'No mode is active.');
  const linked = judgeLinks(policy, call, { located, options });
  if (!linked.allowed) return linked;
  const replaced = call.parts.flatMap((part) => findReplaced(part, options))[0];
  return replaced === undefined ? { allowed: true } : refuseReplaced(replaced);
}

/**
 * Returns every location that a part may touch: the targets of its paths as written, and as the agent's tools may read
 * them, before and after they are made absolute. Excludes the agent's own plans.
 */
function locateAll(
  { tool, paths }: CallPart,
  { spellings = () => [], plans }: Adapter,
  { locate, showInHome = () => undefined }: JudgeOptions,
): readonly ResolvedPath[] | undefined {
  const isPlan = ({ absolute }: ResolvedPath) => tool in writing && plans?.test(showInHome(absolute) ?? '') === true;
  return paths?.flatMap((path) => {
    const first = [path, ...spellings(path)].flatMap(locate);
    const places = [...first, ...first.flatMap(({ absolute }) => spellings(absolute)).flatMap(locate)];
    const distinct = new Map(places.map((place) => [place.absolute, place]));
    return [...distinct.values()].every(isPlan) ? [] : [...distinct.values()];
  });
}

/**
 * Judges the targets of links below the folders being searched, if the search follows them and a mode restricts
 * reading.
 */
function judgeLinks(policy: Policy, call: AgentCall, { located, options }: Located): Verdict {
  const modes = options.modes.filter((mode) => limitsReading(policy, mode));
  if (modes.length === 0) return { allowed: true };
  for (const { part, places = [] } of located.filter((one) => one.part.followsLinks === true))
    for (const place of findLinkedPaths(places, options)) {
      const requests = toRequests(policy, part, [place]).map((request) => ({ ...options.circumstances, ...request }));
      for (const mode of modes) {
        const verdict = judgeIn(policy, mode, { call, requests });
        if (!verdict.allowed)
          return {
            ...verdict,
            reason: `The search would follow a link to a place outside the limit. ${verdict.reason}`,
          };
      }
    }
  return { allowed: true };
}

interface Located {
  readonly located: readonly { readonly part: CallPart; readonly places: readonly ResolvedPath[] | undefined }[];
  readonly options: JudgeOptions;
}

/** Returns the paths of a part that the agent would replace with another file. */
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

function judgeIn(
  policy: Policy,
  mode: string,
  { call, requests }: { readonly call: AgentCall; readonly requests: readonly CallRequest[] },
): Verdict {
  if (requests.length === 0 && (mayBeOfServer(policy, call) || !isUnrestricted(policy, mode)))
    return refuseUnmapped(policy, mode, call.tool);
  for (const request of requests) {
    const decision = decide(policy, { ...request, mode });
    if (!decision.allowed) return toVerdict(decision);
  }
  return { allowed: true };
}

interface NamedCall {
  readonly call: AgentCall;
  readonly candidates: readonly McpCandidate[];
  readonly options: JudgeOptions;
}

/**
 * Judges a tool whose name the agent has changed in a way that cannot be reversed: a denial applies to every tool that
 * may have been given this name, and an allowance must cover every such tool too.
 */
function judgeNames(policy: Policy, mode: string, { call, candidates, options }: NamedCall): Verdict {
  const { renameTool } = adapters[call.agent];
  const changed = candidates.filter(({ isCertain }) => isCertain !== true);
  if (changed.length === 0) return { allowed: true };
  const wirePolicy = options.wirePolicy?.() ?? policy;
  for (const { server, tool, isCut } of changed) {
    const request = toMcpRequest(call, { server, tool: renameTool(tool) });
    const decision = decide(wirePolicy, { ...options.circumstances, ...request, mode });
    if (!decision.allowed) return toVerdict(decision);
    if (isCut === true && limitsTools(policy, mode, server)) return refuseCut(call.tool, server);
  }
  return { allowed: true };
}

/** True if a rule of the mode or of the server's entry names tools, so that it matters which tool is called. */
function limitsTools(policy: Policy, mode: string, server: string): boolean {
  const entry = policy.servers?.find(({ name }) => name === server);
  return (
    entry?.enabledTools !== undefined ||
    (entry?.disabledTools ?? []).length > 0 ||
    listRestrictingModes(policy, mode).some(
      ({ mcpRestrictions: own }) => own?.allowedTools !== undefined || (own?.disallowedTools ?? []).length > 0,
    )
  );
}

function refuseCut(tool: string, server: string): Verdict {
  return refuseCall(
    'TOOL_UNMAPPED',
    `The name ${quote(tool)} does not identify a tool of the server ${quote(server)}, because the agent has shortened or changed it, and there are rules for single tools of that server. Use another tool, or ask the user, who can name this tool in a rule without wildcards.`,
  );
}

/**
 * True if a tool may belong to a server that is not configured, and that no mode may therefore use; most agents mark
 * servers' tools.
 */
function mayBeOfServer({ servers }: Policy, { agent, tool }: AgentCall): boolean {
  const { mcpPrefix, prefixOf } = adapters[agent];
  return mcpPrefix === undefined && servers !== undefined && tool.includes(prefixOf(''));
}

/** The catalogue tools with which a call writes files. */
const writing: Readonly<Record<string, true>> = {
  write_to_file: true,
  edit: true,
  apply_patch: true,
  delete_file: true,
};

function findProtected(
  places: readonly ResolvedPath[],
  { protect = true, isProtected = () => false }: JudgeOptions,
): ResolvedPath | undefined {
  return protect ? places.find(({ absolute }) => isProtectedFile(absolute) || isProtected(absolute)) : undefined;
}

function refuseProtected(path: string): Verdict {
  return refuseCall(
    'FILE_PROTECTED',
    `${quote(path)} decides what agents may do, so no mode may change it. Ask the user to change it.`,
  );
}

function refuseUnmapped(policy: Policy, mode: string, tool: string): Verdict {
  const known = decide(policy, { mode, tool: 'update_todo_list' });
  if (!known.allowed) return toVerdict(known);
  return refuseCall(
    'TOOL_UNMAPPED',
    `It is not known what the tool ${quote(tool)} does, and mode '${mode}' has limits. Use another tool, or ask the user, who can say in modegate.config.json under "hooks": { "tools" } whether ${JSON.stringify(tool.slice(0, 80))} does "read", "edit", "command", "browser" or "harmless"; for a tool of an MCP server, configure the server.`,
  );
}
