import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { reads } from '../calls/annotations.ts';
import type { ToolContext } from '../calls/tool-context.ts';
import { describeStatus, statusShape } from '../resources/agent-status.ts';

/** `roo_ipc_status`: reports the state of the connection, the queues and the tasks; never fails. */
export function statusTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'roo_ipc_status',
    title: 'Show the connection',
    description:
      'Show whether an agent is connected and, if not, why. Also show which dialect the agent uses, how full the event queues are, what they have dropped, and the state of the latest tasks. Never fails.',
    annotations: reads,
    output: z.object(statusShape),
    call: () => toolResult({ structured: describeStatus(context) }),
  });
}

const historyInput = z.object({
  limit: z
    .int()
    .min(1)
    .max(100)
    .default(20)
    .describe('Maximum number of commands and of errors to return; only the latest are returned (default 20).'),
});

const historyOutput = z.object({
  commands: z
    .array(
      z.looseObject({
        command: z.string(),
        sentAt: z.number(),
        tookMs: z.number(),
        outcome: z.enum(['confirmed', 'sent', 'failed']),
      }),
    )
    .describe("The commands that this server sent, each with the agent's answer or its error; most recent last."),
  errors: z
    .array(
      z.looseObject({
        source: z.enum(['connection', 'command', 'agent']),
        name: z.string(),
        message: z.string(),
        at: z.number(),
        lastAt: z.number(),
        count: z.int(),
      }),
    )
    .describe('Errors, most recent last. Consecutive repetitions are combined into one entry with a count.'),
});

/** `roo_ipc_history`: lists the latest commands with their replies, and the latest errors; never fails. */
export function historyTool({ agent }: ToolContext): ToolDefinition {
  return defineTool({
    name: 'roo_ipc_history',
    title: 'Show commands and errors',
    description:
      "Show the latest commands that this server sent, with the agent's answers, and the latest errors: failed attempts to connect, refused or unanswered commands, unusual messages. Leaves the queues unchanged; secrets are removed. Never fails.",
    annotations: reads,
    input: historyInput,
    output: historyOutput,
    call: ({ limit }) => {
      const { commands, errors } = agent.history;
      return toolResult({ structured: { commands: commands.slice(-limit), errors: errors.slice(-limit) } });
    },
  });
}
