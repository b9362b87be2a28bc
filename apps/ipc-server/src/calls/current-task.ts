import { wireError } from '@modegate/mcp-protocol';
import type { CommandCall } from './command-call.ts';

/**
 * Returns the task that a `fork` command should specify: the given task or, by default, the agent's active one.
 *
 * @throws {WireError} VALIDATION_ERROR when no task is given and the agent has no active one.
 */
export async function chooseTask(call: CommandCall, taskId: string | undefined): Promise<string> {
  if (taskId !== undefined) return taskId;
  const { payload } = await call.ask('GetCurrentTaskStack');
  const active: unknown = Array.isArray(payload) ? payload.at(-1) : undefined;
  if (typeof active === 'string' && active !== '') return active;
  throw wireError(
    'VALIDATION_ERROR',
    'The agent has no open task. Start one with roo_ipc_start_task, or pass task_id.',
    { reason: 'NO_CURRENT_TASK', field: 'task_id' },
  );
}

/**
 * Rejects a task that is known not to be the current one; used for commands that always affect the current task.
 *
 * @throws {WireError} VALIDATION_ERROR
 */
export function requireCurrent(call: CommandCall, taskId: string | undefined, what: string): void {
  const { activeTaskId } = call.tasks;
  if (taskId === undefined || activeTaskId === undefined || taskId === activeTaskId) return;
  throw wireError(
    'VALIDATION_ERROR',
    `${what} the current task only. The current task is ${activeTaskId}, not ${taskId.slice(0, 100)}. Nothing was sent. Resume the other task first, or omit task_id.`,
    { reason: 'NOT_CURRENT_TASK', field: 'task_id', current: activeTaskId },
  );
}
