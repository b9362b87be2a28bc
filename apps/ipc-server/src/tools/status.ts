import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import type { ToolContext } from '../calls/tool-context.ts';
import { describeStatus, statusShape } from '../resources/agent-status.ts';

/** `roo_ipc_status`: the connection, the queues and the tasks; never fails. */
export function statusTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'roo_ipc_status',
    title: 'Show the connection',
    description:
      'Show whether an agent is connected, which dialect it speaks, why it is not connected, how full the event queues are and what they dropped, and the state of the latest tasks. Never fails.',
    annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    output: z.object(statusShape),
    call: () => toolResult({ structured: describeStatus(context) }),
  });
}
