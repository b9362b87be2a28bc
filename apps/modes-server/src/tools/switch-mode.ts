import { defineTool, type ToolDefinition, toolResult } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { brief, describeToolGroups, tickToolGroups, toolGroupSchema } from '../modes/describe-mode.ts';
import { authoriseMode } from '../sessions/authorise-mode.ts';
import { continueLines } from '../sessions/describe-task.ts';
import { requireLeavableMode } from '../sessions/locked-modes.ts';
import { reviewRelatives } from '../sessions/review-sessions.ts';
import { enterSession, workingModeOf } from '../sessions/session-mode.ts';
import { withSessionErrors } from '../sessions/session-wire-errors.ts';
import { requireExistingMode, requireTool, type ToolContext, viewOf } from '../tool-context.ts';
import { availableToolsField, reportAvailableTools } from './available-tools.ts';
import { nameText } from './name-text.ts';

const input = z.object({
  session_id: nameText().describe('Session of the task.'),
  new_mode_slug: nameText().describe('Slug of the mode to switch to.'),
  reason: z.string().optional().describe('Reason for the switch.'),
});

const output = z.object({
  session_id: z.string(),
  old_mode: z.string(),
  new_mode: z.string(),
  changed: z.boolean(),
  reason: z.string().optional(),
  state: z.string(),
  tool_groups: z.record(z.string(), toolGroupSchema).meta(brief),
  ...availableToolsField,
});

/** `switch_mode`: moves a task to another mode and records the reason. */
export function switchModeTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'switch_mode',
    title: 'Switch mode',
    description:
      'Switch a task to another mode. The tools that the task may use change immediately. The task history records the switch and its reason.',
    annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    input,
    output,
    call: async ({ session_id, new_mode_slug, reason }, request) => {
      const sessions = context.sessionsOf(request);
      const { session, change, changed } = await withSessionErrors(async () => {
        const before = await sessions.head(session_id);
        requireExistingMode(context, new_mode_slug, request);
        requireTool(context, before, 'switch_mode');
        requireLeavableMode(context, new_mode_slug, request);
        await authoriseMode(context, { to: new_mode_slug, taskMode: before.task.mode }, request);
        return sessions.switchMode(session_id, { mode: new_mode_slug, reason });
      });
      context.connectionModes.switched(await workingModeOf(context, session));
      await enterSession(context, session, request);
      await reviewRelatives(context);
      const view = viewOf(context, requireExistingMode(context, new_mode_slug, request), request);
      const because = reason === undefined ? {} : { reason };
      const available = reportAvailableTools(context, request, new_mode_slug);
      const text = [
        changed ? 'Mode switched successfully' : `The task is already in mode '${new_mode_slug}'; nothing changed`,
        '',
        `Session: ${session_id}`,
        `Old mode: ${change.from}`,
        `New mode: ${change.to}`,
        ...(reason === undefined ? [] : [continueLines(`Reason: ${reason}`)]),
        '',
        'New tool groups:',
        tickToolGroups(view),
        ...available.lines,
      ];
      return toolResult({
        text: text.join('\n'),
        structured: {
          session_id,
          old_mode: change.from,
          new_mode: change.to,
          changed,
          ...because,
          state: session.task.state,
          tool_groups: describeToolGroups(view),
          ...available.facts,
        },
        metadata: { old_mode: change.from, new_mode: change.to },
      });
    },
  });
}
