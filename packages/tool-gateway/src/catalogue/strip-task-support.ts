import { isJsonObject, type JsonObject } from '@modegate/json';

// MCP 2025-11-25, basic/utilities/tasks: the gateway declares no tasks to anybody, so that it ignores the wish for one, and
// says of no tool that it could be a task.

/** The params of a request without the wish that a task be made of it. */
export function stripTask(params: JsonObject): JsonObject {
  if (params.task === undefined) return params;
  const { task: _task, ...others } = params;
  return others;
}

/** The definition of a tool without what it says of tasks. */
export function stripTaskSupport(definition: JsonObject): JsonObject {
  const { execution, ...others } = definition;
  if (!isJsonObject(execution) || execution.taskSupport === undefined) return definition;
  const { taskSupport: _support, ...left } = execution;
  return Object.keys(left).length === 0 ? others : { ...others, execution: left };
}

/** Whether a tool can only be called as a task. */
export function needsTask({ execution }: JsonObject): boolean {
  return isJsonObject(execution) && execution.taskSupport === 'required';
}
