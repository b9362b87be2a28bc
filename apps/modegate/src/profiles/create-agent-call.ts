import { type AgentToolCall, mainParameter, type PermissionAgent } from '@modegate/agent-policies';
import { AppError } from '@modegate/cli-kit';

/** Parts of a command-line question about a call. */
export interface CallWords extends AgentToolCall {
  /** Value of the tool's main parameter. */
  readonly main?: string | undefined;
}

/**
 * Creates the call described by a question.
 *
 * @throws {AppError} exit code 2 if the tool has no such parameter, or its value is given twice.
 */
export function createAgentCall(agent: PermissionAgent, { tool, main, arguments: given }: CallWords): AgentToolCall {
  if (main === undefined) return { tool, arguments: given };
  const parameter = mainParameter(agent, tool);
  if (parameter === undefined)
    throw new AppError(
      `${agent.title} has no recorded tool '${tool}' with a main argument. Pass all arguments by name, for example --args '{"name":"value"}'.`,
    );
  if (Object.hasOwn(given, parameter))
    throw new AppError(`'${parameter}' is specified twice: as the main argument and by name. Remove one of them.`);
  return { tool, arguments: { [parameter]: main, ...given } };
}
