import { defineTool, type ToolDefinition, toolResult, wireError } from '@modegate/mcp-protocol';
import * as z from 'zod';
import { hasEnded } from '../agent/task-registry.ts';
import { reads } from '../calls/annotations.ts';
import { withErrorResults } from '../calls/call-failure.ts';
import { openCommandCall } from '../calls/command-call.ts';
import type { ToolContext } from '../calls/tool-context.ts';
import { describeOutcome, type OutcomeFacts, outcomeShape } from './describe-outcome.ts';
import { type TaskWait, waitForTask } from './task-wait.ts';

/** `roo_ipc_wait_for_task`: waits until a task ends or needs an answer. */
export function waitForTaskTool(context: ToolContext): ToolDefinition {
  return defineTool({
    name: 'roo_ipc_wait_for_task',
    title: 'Wait for a task',
    description:
      'Wait until a task completes, is aborted, fails or needs an answer, and report which of these happened. Reports progress while waiting. If the time runs out first, done and needsAnswer are false: call again. The event queues stay unchanged. Since Roo Code 3.51, agents report completion only after an answer, so presenting a result counts as completion.',
    annotations: reads,
    input: z.object({
      task_id: z.string().min(1).optional().describe('Default: the task with the latest event.'),
      timeout_ms: z
        .int()
        .min(0)
        .max(3_600_000)
        .default(50_000)
        .describe(
          "How long to wait (default 50000). Keep this below your client's time-out, which is often 60 seconds.",
        ),
    }),
    output: z.object(outcomeShape),
    call: ({ task_id, timeout_ms }, { signal, progress }) =>
      withErrorResults(context, async () => {
        const taskId = task_id ?? latestTask(context);
        if (!hasEnded(context.agent.tasks.outcomeOf(taskId))) await openCommandCall(context, signal);
        const waiting: TaskWait = { taskId, timeoutMs: timeout_ms, signal, progress };
        const ended = await waitForTask(context, waiting);
        signal.throwIfAborted();
        const facts: OutcomeFacts = describeOutcome(context, taskId, ended);
        return toolResult({ structured: facts });
      }),
  });
}

function latestTask({ agent }: ToolContext): string {
  const taskId = agent.tasks.activeTaskId ?? agent.tasks.taskIds.at(-1);
  if (taskId !== undefined) return taskId;
  throw wireError(
    'VALIDATION_ERROR',
    'No event for any task has arrived since this server connected. Start a task with roo_ipc_start_task, or pass task_id.',
    { reason: 'NO_CURRENT_TASK', field: 'task_id' },
  );
}
