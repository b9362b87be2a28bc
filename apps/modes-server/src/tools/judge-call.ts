import { estimateBytes } from '@modegate/json';
import { type RequestContext, wireError } from '@modegate/mcp-protocol';
import {
  type Decision,
  decide,
  findMcpIdentity,
  findRule,
  isPlainGrant,
  type Policy,
  type RuleReference,
  type ToolRequest,
} from '@modegate/mode-core';
import { commandShells } from '@modegate/mode-core/commands';
import { findTool, pathParameters } from '@modegate/mode-core/tools';
import { addPathKinds } from '@modegate/project/node';
import type { SessionHead } from '@modegate/session-store';
import { type GatewayRefusal, refusalName } from '@modegate/tool-gateway';
import type { UpstreamTool } from '@modegate/tool-gateway/catalogue';
import * as z from 'zod';
import { brief } from '../modes/describe-mode.ts';
import { describeDecidingRule } from '../modes/describe-rule.ts';
import { refuseSwitch } from '../sessions/authorise-mode.ts';
import type { WorkingMode } from '../sessions/connection-modes.ts';
import { type ConnectionRef, mayWorkIn, type ToolContext } from '../tool-context.ts';
import { nameForeignTool } from './foreign-tool.ts';
import { nameText } from './name-text.ts';

/** Fields of one call. */
export const callFields = {
  tool_name: nameText().describe(
    'Name of the tool: read_file, search_files, write_to_file, execute_command or a related tool, or a tool of another server as your tool list shows it. For use_mcp_tool, also pass mcp_server and mcp_tool.',
  ),
  file_path: z
    .string()
    .optional()
    .describe(
      'A file that the call touches, in addition to the paths in tool_params. For the folder of a search, use path in tool_params.',
    ),
  mcp_server: nameText().optional().describe('Name of the MCP server, for its tools and resources.'),
  mcp_tool: nameText().optional().describe('Name of the tool on that server.'),
  tool_params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe(
      'The full arguments of the call, such as command and cwd. Every path in the arguments is checked, so prefer this field to file_path.',
    ),
  shell: z.enum(commandShells).optional(),
};

/** Schema of one call. */
export const callSchema = z.object(callFields);

/** A parsed {@link callSchema}. */
export type CallInput = z.infer<typeof callSchema>;

/** Schema of the answer to one call. */
export const judgementSchema = z.object({
  // Also false for a call that requires a user's consent.
  allowed: z.boolean(),
  // True if only a user's consent is missing.
  asks: z.boolean().optional(),
  tool_name: z.string(),
  mode: z.string(),
  // Server to which the listed tool name belongs.
  mcp_server: z.string().optional(),
  mcp_tool: z.string().optional(),
  code: z.string().optional(),
  reason: z.string().optional(),
  // The file pattern or name list that determined the decision.
  restriction: z.string().optional(),
  rule: z
    .object({
      layer: z.string(),
      pointer: z.string(),
      source_file: z.string().optional(),
      line: z.number().int().optional(),
      text: z.string(),
    })
    .meta(brief),
  // Other modes that would allow this call.
  allowed_in: z.array(z.string()).meta(brief).optional(),
});

/** Result of evaluating one call. */
export interface CallJudgement {
  /** Text that follows the tick or cross. */
  readonly text: string;
  readonly facts: z.infer<typeof judgementSchema>;
  /** Error for a refusal, if refusals are enforced. */
  readonly error: Error | undefined;
}

/** The task for which the call is evaluated, and the values for its conditions. */
export interface CallerContext {
  readonly session: SessionHead;
  readonly in: WorkingMode;
  readonly from: RequestContext;
  /** True if a refusal is reported as an error. */
  readonly enforce: boolean;
}

/** Evaluating a larger call in every mode would take many times as long as parsing it. */
const MAX_ADVISED_BYTES = 131_072;

/** Evaluates one call in the task's mode, and records the decision. */
export async function judgeCall(context: ToolContext, caller: CallerContext, args: CallInput): Promise<CallJudgement> {
  const { policy, root } = context.modes.current;
  const { mode } = caller.in;
  const named = args.mcp_server === undefined ? context.upstreams.findTool(args.tool_name) : undefined;
  const request =
    named === undefined
      ? await addPathKinds(root ?? context.settings.projectRoot, buildRequest(args, caller.in), policy)
      : requestFor(named, caller.in);
  const decision = decideInServer(context, caller, request);
  await recordDecision(context, caller, { request, decision, params: request.params ?? args.tool_params });
  const restriction = describeRestriction(policy, decision);
  const mayAsk =
    !decision.allowed && decision.code !== 'MODE_NOT_OPEN' && estimateBytes(request.params ?? {}) <= MAX_ADVISED_BYTES;
  const allowedIn = mayAsk ? findModesThatAllow(context, request, caller.from) : [];
  const rule = describeDecidingRule(decision.by);
  const facts: CallJudgement['facts'] = { allowed: decision.allowed, tool_name: args.tool_name, mode, rule };
  if (named !== undefined) Object.assign(facts, { mcp_server: named.server, mcp_tool: named.tool });
  if (restriction !== '') facts.restriction = restriction;
  if (allowedIn.length > 0) facts.allowed_in = allowedIn;
  if (decision.allowed) return { text: allowanceText(decision, args, mode), facts, error: undefined };
  facts.code = decision.code;
  facts.reason = decision.reason;
  const asks = decision.code === 'CONSENT_REQUIRED';
  if (asks) facts.asks = true;
  const refusal = refusalText(decision, allowedIn);
  const what = asks ? "requires a person's consent" : 'is restricted';
  const text = `Tool '${args.tool_name}' ${what} in mode '${mode}'\n\n${refusal}`;
  if (!caller.enforce) return { text, facts, error: undefined };
  const { tool_name: tool, ...data } = facts;
  return { text, facts, error: wireError(refusalName(decision), refusal, { tool, ...data }) };
}

/** A decision made by the policy or by this server. */
type ServerDecision = Decision | (GatewayRefusal & { readonly by: RuleReference });

/** Decides according to the policy, then according to the server's restrictions on mode changes. */
function decideInServer(context: ToolContext, { from }: CallerContext, request: ToolRequest): ServerDecision {
  const decision = nameForeignTool(decide(context.modes.current.policy, request), request.tool);
  const closed = decision.allowed ? refuseSwitch(context, request, from) : undefined;
  if (closed === undefined) return decision;
  const by = { layer: 'settings', pointer: '/mode' } as const;
  return { allowed: false, code: 'MODE_NOT_OPEN', kind: 'state', reason: closed, by };
}

/** The arguments are those of the server's tool, not of the agent's `use_mcp_tool`. */
function requestFor({ server, tool }: Pick<UpstreamTool, 'server' | 'tool'>, { mode, task }: WorkingMode): ToolRequest {
  return { mode, tool: 'use_mcp_tool', mcp: { server, tool }, task };
}

/**
 * `file_path` is an additional path for the call; it does not replace the paths in the arguments or the folder of a
 * search.
 */
function buildRequest(args: CallInput, { mode, task }: WorkingMode): ToolRequest {
  const { tool_name: tool, file_path, mcp_server, mcp_tool, tool_params, shell } = args;
  const params = { ...tool_params };
  if (file_path !== undefined) params[pathParameter(file_path, { tool, params })] = file_path;
  const mcp = mcp_server === undefined ? undefined : { server: mcp_server, tool: mcp_tool };
  return { mode, tool, params, mcp, task, ...(shell === undefined ? {} : { shell }) };
}

function pathParameter(
  file: string,
  { tool, params }: Pick<ToolRequest, 'tool'> & { readonly params: Params },
): string {
  const isSearch = findTool(tool)?.paths?.kind === 'folder';
  const keys = isSearch ? pathParameters.filter((key) => key !== 'path') : pathParameters;
  const free = keys.find((key) => params[key] === undefined || params[key] === file);
  if (free !== undefined) return free;
  throw wireError('VALIDATION_ERROR', "'file_path' differs from every path in 'tool_params'. Send only one of them.", {
    field: 'file_path',
  });
}

type Params = Readonly<Record<string, unknown>>;

interface DecidedCall {
  readonly request: ToolRequest;
  readonly decision: ServerDecision;
  readonly params: unknown;
}

async function recordDecision(
  context: ToolContext,
  { session, from }: CallerContext,
  { request, decision, params }: DecidedCall,
): Promise<void> {
  const { tool, mode } = request;
  const mcp = findMcpIdentity(request);
  const uri = findTool(tool)?.name === 'access_mcp_resource' ? request.params?.uri : undefined;
  const refused = decision.allowed ? {} : { code: decision.code, reason: decision.reason };
  const detail =
    mcp === undefined
      ? {}
      : { detail: { mcp_server: mcp.server, ...(mcp.tool === undefined ? {} : { mcp_tool: mcp.tool }) } };
  const rule = describeDecidingRule(decision.by);
  const entry = { tool, mode, allowed: decision.allowed, rule, ...refused, ...detail };
  const recorded = context.sessions.recordDecision(session.id, entry, session);
  if (recorded instanceof Promise) await recorded;
  const audited = context.audit?.decided(from, {
    session_id: session.id,
    task_id: session.task.id,
    mode,
    tool,
    mcp_server: mcp?.server,
    mcp_tool: mcp?.tool,
    mcp_resource: typeof uri === 'string' ? uri : undefined,
    allowed: decision.allowed,
    ...refused,
    rule,
    ...(context.settings.audit?.recordsArguments ? { arguments: params } : {}),
  });
  if (audited !== undefined) await audited;
}

// Cached by rule, because each rule belongs to a single policy.
const restrictions = new WeakMap<RuleReference, string>();

/** Describes the pattern or list that determined the decision; returns '' for a rule without any text. */
function describeRestriction(policy: Policy, { by, allowed }: ServerDecision): string {
  if (by.layer === 'default' || isPlainGrant(policy, by)) return '';
  const known = restrictions.get(by);
  if (known !== undefined) return known;
  const rule = findRule(policy, by);
  const restriction = typeof rule === 'string' ? rule : allowed ? '' : (JSON.stringify(rule) ?? '');
  restrictions.set(by, restriction);
  return restriction;
}

function findModesThatAllow(context: ToolContext, request: ToolRequest, connection: ConnectionRef): string[] {
  const { policy } = context.modes.current;
  const open = policy.modes.map((mode) => mode.config.slug).filter((slug) => mayWorkIn(context, slug, connection));
  const slugs = open.filter((slug) => slug !== request.mode);
  return slugs.filter((mode) => decide(policy, { ...request, mode }).allowed).slice(0, 20);
}

function allowanceText(decision: ServerDecision, args: CallInput, mode: string): string {
  const target = args.file_path === undefined ? '' : ` for file '${args.file_path}'`;
  return `Tool '${args.tool_name}' is allowed in mode '${mode}'${target}\n\nRule: ${describeDecidingRule(decision.by).text}`;
}

function refusalText(decision: Extract<ServerDecision, { allowed: false }>, allowedIn: readonly string[]): string {
  const way = allowedIn.length === 0 ? '' : `\nModes that allow it: ${allowedIn.join(', ')}`;
  return `${decision.reason}\n\nRule: ${describeDecidingRule(decision.by).text}${way}`;
}
