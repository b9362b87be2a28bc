import { isJsonObject, type JsonObject } from '@modegate/json';

// MCP 2025-11-25, basic/utilities/tasks: the gateway declares no task support, so it ignores task requests and removes
// task support from tools.

/** Returns the params without a task request. */
export function stripTask(params: JsonObject): JsonObject {
  if (params.task === undefined) return params;
  const { task: _task, ...others } = params;
  return others;
}

/** Returns the definition without its task support. */
export function stripTaskSupport(definition: JsonObject): JsonObject {
  const { execution, ...others } = definition;
  if (!isJsonObject(execution) || execution.taskSupport === undefined) return definition;
  const { taskSupport: _support, ...left } = execution;
  return Object.keys(left).length === 0 ? others : { ...others, execution: left };
}

/** True if a tool can only be called as a task. */
export function needsTask({ execution }: JsonObject): boolean {
  return isJsonObject(execution) && execution.taskSupport === 'required';
}
