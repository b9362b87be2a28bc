import { type Decision, decide, type Explanation, explain, type Policy } from '@modegate/mode-core';
import type { InventoryToolHints } from '@modegate/policy-check/permissions';
import { type DecisionState, decisionState } from './decision-state.ts';
import type { EditorProject, OfferedTool } from './editor-project.ts';
import { type CompiledDraft, type ModeDraft, requestOf } from './mode-draft.ts';
import { describeOrigin, type Origin } from './origin.ts';

/** A server or one of its tools, as the subject of a row, an action and a decision. */
export interface RowSubject {
  readonly server: string;
  /** Absent for the server itself, in which case the decision concerns its resources. */
  readonly tool?: string | undefined;
}

/** One server with its tools, as the mode sees them. */
export interface ServerRow extends RowSubject {
  readonly tool?: undefined;
  /** Decision on the server. */
  readonly decision: Decision;
  readonly origin: Origin;
  readonly tools: readonly ToolRow[];
  /**
   * The state that all tools share, or `mixed` if their states differ; if no tools are known, the state of the server.
   */
  readonly state: DecisionState | 'mixed';
  /** `never-asked`: its tools are not known; `unconfigured`: a rule refers to the server, but no file configures it. */
  readonly availability: 'connected' | 'not-connected' | 'known' | 'never-asked' | 'unconfigured';
  /** The reason why the server does not respond or was not queried; undefined otherwise. */
  readonly note: string | undefined;
}

/** One tool as the mode sees it. */
export interface ToolRow extends RowSubject {
  readonly tool: string;
  /** Decision on the tool. */
  readonly decision: Decision;
  readonly origin: Origin;
  readonly description: string | undefined;
  readonly hints: InventoryToolHints | undefined;
  readonly tokens: number;
  readonly isNew: boolean;
  /** False for a tool that is mentioned only in a rule. */
  readonly isOffered: boolean;
}

/**
 * Lists every server and tool that is configured, offered or mentioned in the draft, each with the decision on it under
 * the draft.
 */
export function listRows({ draft, opened, policy }: CompiledDraft): readonly ServerRow[] {
  const ask: Ask = (subject) => decideRow(policy, opened.project, { ...subject, mode: draft.slug });
  return listRowSubjects(opened.project, draft).map((listed) =>
    serverRow(listed, { ask, draft, project: opened.project }),
  );
}

/** Returns the decision on a row under a policy. */
export function decideRow(
  policy: Policy,
  project: EditorProject,
  subject: RowSubject & { readonly mode: string },
): Decision {
  return decide(policy, rowRequest(project, subject));
}

/** Returns every check that led to the decision on a row. */
export function explainRow({ policy, opened, slug }: CompiledDraft, subject: RowSubject): Explanation {
  return explain(policy, rowRequest(opened.project, { ...subject, mode: slug }));
}

/** Returns a key that is the same for the same subject and different for any other subject. */
export function rowKey({ server, tool }: RowSubject): string {
  return JSON.stringify(tool === undefined ? [server] : [server, tool]);
}

/** A server's name, and those of its tools that are offered or mentioned. */
export interface ListedServer {
  readonly name: string;
  readonly tools: ReadonlyMap<string, OfferedTool | undefined>;
}

/**
 * Lists servers and tools that are configured, offered, or mentioned without wildcards in the restrictions, in that
 * order.
 */
export function listRowSubjects(project: EditorProject, { restrictions }: ModeDraft): readonly ListedServer[] {
  const servers = new Map<string, Map<string, OfferedTool | undefined>>();
  const add = (name: string): Map<string, OfferedTool | undefined> => {
    const tools = servers.get(name) ?? new Map<string, OfferedTool | undefined>();
    servers.set(name, tools);
    return tools;
  };
  for (const { name } of project.servers ?? []) add(name);
  for (const { name, tools = [] } of project.offered ?? [])
    for (const tool of [undefined, ...tools]) {
      const known = add(name);
      if (tool !== undefined) known.set(tool.name, tool);
    }
  const { allowedServers, askServers, disallowedServers, allowedTools, askTools, disallowedTools } = restrictions ?? {};
  for (const name of [allowedServers, askServers, disallowedServers].flatMap(arrayOf)) if (isName(name)) add(name);
  for (const entry of [allowedTools, askTools, disallowedTools].flatMap(arrayOf)) {
    const { serverName, toolName } = (entry ?? {}) as Partial<Record<'serverName' | 'toolName', unknown>>;
    if (!isName(serverName)) continue;
    const tools = add(serverName);
    if (isName(toolName) && !tools.has(toolName)) tools.set(toolName, undefined);
  }
  return [...servers].map(([name, tools]) => ({ name, tools }));
}

/** Returns a list from a file, or an empty list if the value is not a list. */
export function arrayOf<Entry>(value: readonly Entry[] | undefined): readonly Entry[] {
  return Array.isArray(value) ? value : [];
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && !/[*?]/.test(value);
}

type Ask = (subject: RowSubject) => Decision;

interface RowContext {
  readonly ask: Ask;
  readonly draft: ModeDraft;
  readonly project: EditorProject;
}

function serverRow({ name, tools }: ListedServer, context: RowContext): ServerRow {
  const decision = context.ask({ server: name });
  const rows = [...tools].map(([tool, offered]) => toolRow({ server: name, tool }, offered, context));
  return {
    server: name,
    decision,
    origin: describeOrigin(decision, context.draft),
    tools: rows,
    state: stateOf(decision, rows),
    availability: availabilityOf(name, context.project),
    note: context.project.offered?.find((server) => server.name === name)?.note,
  };
}

function toolRow(
  subject: RowSubject & { readonly tool: string },
  offered: OfferedTool | undefined,
  { ask, draft }: RowContext,
): ToolRow {
  const decision = ask(subject);
  return {
    ...subject,
    decision,
    origin: describeOrigin(decision, draft),
    description: offered?.description,
    hints: offered?.hints,
    tokens: offered === undefined ? 0 : (offered.tokens ?? estimateTokens(offered)),
    isNew: offered?.isNew === true,
    isOffered: offered !== undefined,
  };
}

function stateOf(decision: Decision, tools: readonly ToolRow[]): ServerRow['state'] {
  const [first = decisionState(decision), ...others] = tools.map((tool) => decisionState(tool.decision));
  return others.every((state) => state === first) ? first : 'mixed';
}

function availabilityOf(name: string, { servers, offered }: EditorProject): ServerRow['availability'] {
  const listed = offered?.find((server) => server.name === name);
  if (listed?.connected !== undefined) return listed.connected ? 'connected' : 'not-connected';
  if (listed?.tools !== undefined) return 'known';
  if (listed === undefined && servers !== undefined && !servers.some((server) => server.name === name))
    return 'unconfigured';
  return 'never-asked';
}

function estimateTokens({ name, description = '', inputSchema }: OfferedTool): number {
  const characters =
    name.length + description.length + (inputSchema === undefined ? 0 : JSON.stringify(inputSchema).length);
  return Math.ceil(characters / 4);
}

function rowRequest(project: EditorProject, { mode, server, tool }: RowSubject & { readonly mode: string }) {
  return requestOf(
    project,
    tool === undefined
      ? { mode, tool: 'access_mcp_resource', mcp: { server } }
      : { mode, tool: 'use_mcp_tool', mcp: { server, tool } },
  );
}
