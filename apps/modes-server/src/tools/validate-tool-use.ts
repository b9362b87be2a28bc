import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  defineTool,
  type RequestContext,
  type StatusMark,
  type ToolDefinition,
  type ToolResult,
  toolResult,
  wireError,
} from '@modegate/mcp-protocol';
import * as z from 'zod';
import { brief } from '../modes/describe-mode.ts';
import { authoriseSession } from '../sessions/authorise-session.ts';
import { workingModeOf } from '../sessions/session-mode.ts';
import { withSessionErrors } from '../sessions/session-wire-errors.ts';
import type { ToolContext } from '../tool-context.ts';
import {
  type CallInput,
  type CallJudgement,
  callFields,
  callSchema,
  judgeCall,
  judgementSchema,
} from './judge-call.ts';
import { nameText } from './name-text.ts';

const MAX_CALLS = 100;

const input = z.object({
  session_id: nameText().describe('Session of the task.'),
  ...callFields,
  tool_name: callFields.tool_name.optional(),
  calls: z
    .array(callSchema.strict().meta(brief))
    .min(1)
    .max(MAX_CALLS)
    .optional()
    .describe('Several calls, each as an object with the same fields.'),
  enforce: z.boolean().optional().describe('Return a refusal as an error instead of a result (default: false).'),
});

type Input = z.infer<typeof input>;

const output = judgementSchema.partial({ tool_name: true, rule: true }).extend({
  // True if the call is allowed; for several calls, true only if all of them are allowed.
  allowed: z.boolean(),
  // Answers to several calls, in the order of the calls.
  results: z.array(judgementSchema).meta(brief).optional(),
});

/** `validate_tool_use`: evaluates calls in the task's mode, and identifies the deciding rules. */
export function validateToolUseTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'validate_tool_use',
    title: 'Validate tool use',
    description:
      "Before making one or more tool calls, check whether each is allowed in the task's current mode. The answer includes the deciding rule and, for a refusal, the modes that would allow the call. The task's audit trail records every answer.",
    // The tool does not change anything that an agent works on; only the task's history grows.
    annotations: { readOnlyHint: true, idempotentHint: true, openWorldHint: false },
    input,
    output,
    call: (args, request) => withSessionErrors(() => validate(context, args, request)),
  });
}

async function validate(context: ToolContext, args: Input, from: RequestContext): Promise<ToolResult> {
  const { calls, enforce = false } = args;
  // Avoiding a microtask leaves more time for other calls.
  const authorising = authoriseSession(context, args.session_id, from);
  if (authorising !== undefined) await authorising;
  // Recording the decision is a use of the session.
  const session = await context.sessionsOf(from).head(args.session_id, { use: false });
  const mode = workingModeOf(context, session);
  const caller = { from, session, in: mode instanceof Promise ? await mode : mode, enforce };
  if (calls === undefined) {
    const { text, facts, error } = await judgeCall(context, caller, requireCall(args));
    const { allowed, asks, tool_name, mode, restriction } = facts;
    if (error !== undefined) throw error;
    return toolResult({
      mark: markOf(facts),
      text,
      structured: facts,
      metadata: { allowed, ...(asks && { asks }), tool_name, mode, restriction, error: facts.reason ?? null },
    });
  }
  for (const field of Object.keys(callFields) as (keyof CallInput)[])
    if (args[field] !== undefined)
      throw wireError(
        'VALIDATION_ERROR',
        `Give either '${field}' or 'calls'. Each call in 'calls' has its own value.`,
        {
          field,
        },
      );
  const judged: CallJudgement[] = [];
  for (const each of calls) {
    // Each call may contain a thousand file names, so other requests get a turn between calls.
    if (judged.length > 0) await nextTurn();
    judged.push(await judgeCall(context, caller, each));
  }
  const error = judged.find((each) => each.error !== undefined)?.error;
  if (error !== undefined) throw error;
  const count = judged.filter(({ facts }) => facts.allowed).length;
  const facts = { allowed: count === judged.length, mode: caller.in.mode };
  const asking = judged.filter((each) => each.facts.asks === true).length;
  const questions = asking === 0 ? '' : ` ${asking} ${asking === 1 ? 'requires' : 'require'} a person's consent.`;
  return toolResult({
    text: [
      `${count} of ${judged.length} calls are allowed.${questions}`,
      ...judged.map(({ facts, text }) => `${markOf(facts)} ${text}`),
    ].join('\n\n'),
    structured: { ...facts, results: judged.map((each) => each.facts) },
    metadata: facts,
  });
}

function requireCall(args: Input): CallInput {
  if (hasTool(args)) return args;
  throw wireError('VALIDATION_ERROR', "Give 'tool_name' for one call, or 'calls' for several.", { field: 'tool_name' });
}

function hasTool(args: Input): args is Input & CallInput {
  return args.tool_name !== undefined;
}

function markOf({ allowed }: CallJudgement['facts']): StatusMark {
  return allowed ? '✓' : '✗';
}
