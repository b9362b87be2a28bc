import { AppError } from '@modegate/cli-kit';
import { defined } from '@modegate/json';
import type { Circumstances, TaskContext } from '@modegate/mode-core';

/**
 * Flags for the time and environment of the call in question. Omitted values are unknown, and anything that depends on
 * them is refused.
 */
export interface CircumstanceFlags {
  readonly at?: string;
  readonly branch?: string;
  readonly ci?: boolean;
  readonly taskState?: string;
  readonly taskDepth?: string;
  readonly taskParentMode?: string;
}

/**
 * Reads the circumstances from the flags.
 *
 * @throws {AppError} exit code 2 when the time or the depth is invalid.
 */
export function readCircumstanceFlags({ at, branch, ci, ...flags }: CircumstanceFlags): Circumstances {
  const context = defined({ branch, ci });
  const task = readTask(flags);
  return {
    ...(at === undefined ? {} : { at: readTime(at) }),
    ...(Object.keys(context).length === 0 ? {} : { context }),
    ...(Object.keys(task).length === 0 ? {} : { task }),
  };
}

function readTask({ taskState: state, taskDepth, taskParentMode: parentMode }: CircumstanceFlags): TaskContext {
  return defined({ state, depth: taskDepth === undefined ? undefined : readDepth(taskDepth), parentMode });
}

function readDepth(text: string): number {
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new AppError(`--task-depth expects a whole number, 0 for a task without a parent; received '${text}'.`);
}

function readTime(text: string): number {
  // A time without a zone would have a different meaning on another machine.
  const time = /^\d{4}-\d{2}-\d{2}T.*(Z|[+-]\d{2}:\d{2})$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time))
    throw new AppError(`--at expects a time with a time zone, such as 2026-03-01T09:00:00Z; received '${text}'.`);
  return time;
}
