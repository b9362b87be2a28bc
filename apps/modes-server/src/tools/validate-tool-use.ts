import { defineTool, type ToolDefinition, toolResult, wireError } from '@modegate/mcp-protocol';
import {
  type Decision,
  decide,
  findRule,
  isPlainGrant,
  type Policy,
  pathParameters,
  type ToolRequest,
} from '@modegate/mode-core';
import type { SessionHead } from '@modegate/session-store';
import { refusalName } from '@modegate/tool-gateway';
import * as z from 'zod';
import { authoriseSession } from '../gateway/session-access.ts';
import { describeRule } from '../modes/describe-rule.ts';
import { withWireErrors } from '../sessions/session-wire-errors.ts';
import { fixedMode, type ToolContext } from '../tool-context.ts';

const input = z.object({
  session_id: z.string().describe('Session of the task.'),
  tool_name: z
    .string()
    .describe(
      'Name of the tool, such as write_to_file or use_mcp_tool; for the tool of an MCP server give mcp_server and mcp_tool too.',
    ),
  file_path: z.string().optional().describe('File the tool would touch, for edit operations.'),
  mcp_server: z.string().optional().describe('Name of the MCP server, for its tools and resources.'),
  mcp_tool: z.string().optional().describe('Name of the tool on that server.'),
  tool_params: z
    .record(z.string(), z.unknown())
    .optional()
    .describe('The full arguments of the call; every path among them is checked, so prefer this to file_path.'),
  enforce: z.boolean().optional().describe('Answer a refusal as an error instead of a result (default: false).'),
});

type Input = z.infer<typeof input>;

/** `validate_tool_use`: whether a call may go ahead in the task's mode, and the rule that says so. */
export function validateToolUseTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'validate_tool_use',
    title: 'Validate tool use',
    description:
      "Check whether a tool call is allowed in the task's current mode before making it. The answer names the rule that decided and, for a refusal, the modes that would allow the call. Every answer is kept in the task's audit trail.",
    // It changes nothing an agent works on; only the audit trail grows.
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output: z.object({
      allowed: z.boolean(),
      tool_name: z.string(),
      mode: z.string(),
      code: z.string().optional(),
      reason: z.string().optional(),
      restriction: z.string().optional().describe('The file pattern or name list that decided.'),
      rule: z.object({
        layer: z.string(),
        pointer: z.string(),
        source_file: z.string().optional(),
        line: z.number().int().optional(),
        text: z.string(),
      }),
      allowed_in: z.array(z.string()).optional().describe('Other modes that would allow this call.'),
    }),
    call: (args, request) =>
      withWireErrors(async () => {
        await authoriseSession(context, args.session_id, request);
        return validate(context, args);
      }),
  });
}

async function validate(context: ToolContext, args: Input) {
  const session = await context.sessions.head(args.session_id);
  const { policy } = context.modes.current;
  const request = buildRequest(args, session.task.mode);
  const decision = decide(policy, request);
  await recordDecision(context, { session, request, decision });
  const restriction = describeRestriction(policy, decision);
  const allowedIn = decision.allowed ? [] : findModesThatAllow(policy, request, context);
  if (!decision.allowed && args.enforce === true) {
    throw wireError(refusalName(decision), refusalText(decision, allowedIn), {
      tool: args.tool_name,
      mode: request.mode,
      code: decision.code,
      rule: describeRule(decision.by),
    });
  }
  const facts = { allowed: decision.allowed, tool_name: args.tool_name, mode: request.mode };
  const refused = decision.allowed ? {} : { code: decision.code, reason: decision.reason };
  const limit = restriction === '' ? {} : { restriction };
  return toolResult({
    text: decision.allowed
      ? allowanceText(decision, args, request.mode)
      : `✗ Tool '${args.tool_name}' is restricted in mode '${request.mode}'\n\n${refusalText(decision, allowedIn)}`,
    structured: {
      ...facts,
      ...refused,
      ...limit,
      rule: describeRule(decision.by),
      ...(allowedIn.length === 0 ? {} : { allowed_in: allowedIn }),
    },
    metadata: { ...facts, ...limit, error: decision.allowed ? null : decision.reason },
  });
}

/** `file_path` is one more path of the call, never a replacement for those in the arguments. */
function buildRequest(args: Input, mode: string): ToolRequest {
  const { tool_name: tool, file_path, mcp_server, mcp_tool, tool_params } = args;
  const files = file_path === undefined ? {} : pathParameter(file_path, tool_params);
  const params = { ...tool_params, ...files };
  return { mode, tool, params, ...(mcp_server === undefined ? {} : { mcp: { server: mcp_server, tool: mcp_tool } }) };
}

function pathParameter(
  file: string,
  params: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const free = pathParameters.find((key) => params[key] === undefined || params[key] === file);
  if (free !== undefined) return { [free]: file };
  throw wireError(
    'VALIDATION_ERROR',
    "'file_path' names another file than every path in 'tool_params'. Send one of the two.",
    { field: 'file_path' },
  );
}

async function recordDecision(
  context: ToolContext,
  made: { readonly session: SessionHead; readonly request: ToolRequest; readonly decision: Decision },
): Promise<void> {
  const { session, request, decision } = made;
  const { tool, mode, mcp } = request;
  const refused = decision.allowed ? {} : { code: decision.code, reason: decision.reason };
  const detail =
    mcp === undefined
      ? {}
      : { detail: { mcp_server: mcp.server, ...(mcp.tool === undefined ? {} : { mcp_tool: mcp.tool }) } };
  await context.sessions.recordDecision(session.id, {
    tool,
    mode,
    allowed: decision.allowed,
    rule: describeRule(decision.by),
    ...refused,
    ...detail,
  });
  await context.audit?.append({
    at: new Date(context.now()).toISOString(),
    session_id: session.id,
    task_id: session.task.id,
    mode,
    tool,
    mcp_server: mcp?.server,
    mcp_tool: mcp?.tool,
    allowed: decision.allowed,
    ...refused,
    rule: describeRule(decision.by),
    ...(context.settings.auditArguments ? { arguments: request.params } : {}),
  });
}

// Of the rules that decided before; each belongs to one policy.
const restrictions = new WeakMap<Decision['by'], string>();

/** The pattern or the list that decided, or '' when it was no rule with a text of its own. */
function describeRestriction(policy: Policy, { by, allowed }: Decision): string {
  if (by.layer === 'default' || isPlainGrant(policy, by)) return '';
  const known = restrictions.get(by);
  if (known !== undefined) return known;
  const rule = findRule(policy, by);
  const restriction = typeof rule === 'string' ? rule : allowed ? '' : (JSON.stringify(rule) ?? '');
  restrictions.set(by, restriction);
  return restriction;
}

function findModesThatAllow(policy: Policy, request: ToolRequest, context: ToolContext): string[] {
  if (fixedMode(context.settings) !== undefined) return [];
  const slugs = policy.modes.map((mode) => mode.config.slug).filter((slug) => slug !== request.mode);
  return slugs.filter((mode) => decide(policy, { ...request, mode }).allowed).slice(0, 20);
}

function allowanceText(decision: Decision, args: Input, mode: string): string {
  const target = args.file_path === undefined ? '' : ` for file '${args.file_path}'`;
  return `✓ Tool '${args.tool_name}' is allowed in mode '${mode}'${target}\n\nRule: ${describeRule(decision.by).text}`;
}

function refusalText(decision: Extract<Decision, { allowed: false }>, allowedIn: readonly string[]): string {
  const way = allowedIn.length === 0 ? '' : `\nModes that allow it: ${allowedIn.join(', ')}`;
  return `${decision.reason}\n\nRule: ${describeRule(decision.by).text}${way}`;
}
