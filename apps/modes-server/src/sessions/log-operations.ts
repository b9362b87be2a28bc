import { type Log, stripControls } from '@modegate/cli-kit';
import type { ToolDefinition, WireError } from '@modegate/mcp-protocol';
import type { SessionEvent } from '@modegate/session-store';
import { isEndedTask } from './session-mode.ts';

/** Log entry for a refused call, without the call's arguments or anything that quotes them. */
export interface RefusedCall {
  readonly tool: string;
  readonly server?: string | undefined;
  readonly mode: string | undefined;
  readonly code: string;
  /** Text of the rule; undefined if the refusal was caused by a state rather than a rule. */
  readonly rule?: string | undefined;
  readonly taskId?: string | undefined;
}

/**
 * Logs events that concern tasks. Tasks are identified by their task ids, because a session id grants access and others
 * may read the log. Expected events, including refusals, are logged at INFO.
 */
export function logSessionEvents(log: Log): (event: SessionEvent) => void {
  return (event) => {
    const { task } = event.session;
    if (event.type === 'decided') logDecision(log, task.id, event.decision);
    else if (event.type === 'created') {
      const parent = task.parentTaskId === undefined ? '' : `, a subtask of ${task.parentTaskId}`;
      log.info(`Task ${task.id} created in mode '${task.mode}'${parent}`);
    } else if (event.type === 'switched') {
      log.info(`Task ${task.id} switched from mode '${event.change.from}' to mode '${event.change.to}'`);
    } else if (event.type === 'ended') log.info(`Task ${task.id} ${task.state} in mode '${task.mode}'`);
    else if (!isEndedTask(event.session))
      log.info(`Task ${task.id} expired in mode '${task.mode}': it was unused for too long`);
  };
}

/** Logs a refused call. */
export function logRefusal(log: Log, { code, rule, ...call }: RefusedCall): void {
  log.info(`Refused: ${describeCall(call)}: ${code}${rule === undefined ? '' : ` by ${rule}`}`);
}

type NamedCall = Pick<RefusedCall, 'tool' | 'server' | 'mode' | 'taskId'>;

function describeCall({ tool, server, mode, taskId }: NamedCall): string {
  const target = server === undefined ? '' : ` of server '${shown(server)}'`;
  const where = mode === undefined ? 'without a mode' : `in mode '${shown(mode)}'`;
  return `'${shown(tool)}'${target} ${where}${taskId === undefined ? '' : `, task ${taskId}`}`;
}

/** Log entry for a question to a user, or for the answer. */
export interface LoggedConsent extends NamedCall {
  readonly outcome: string;
}

/** Logs a question to a user, or the answer. */
export function logConsent(log: Log, { outcome, ...call }: LoggedConsent): void {
  log.info(`Consent ${outcome}: ${describeCall(call)}`);
}

/**
 * Wraps a tool so that its refusals are logged by error name only, as the message may quote arguments. Unexpected
 * errors are logged by the server itself.
 */
export function withFailureLog(tool: ToolDefinition, log: Log): ToolDefinition {
  return {
    ...tool,
    call: async (input: never, request) => {
      try {
        return await tool.call(input, request);
      } catch (error) {
        if (isRefusal(error)) log.info(`Refused: ${tool.name}: ${failureName(error)}`);
        throw error;
      }
    },
  };
}

function logDecision(
  log: Log,
  taskId: string,
  { allowed, tool, mode, code = 'refused', rule, detail }: Extract<SessionEvent, { type: 'decided' }>['decision'],
): void {
  const { mcp_server: server, mcp_tool: serverTool, consent } = (detail ?? {}) as Readonly<Record<string, unknown>>;
  const { text } = (rule ?? {}) as Readonly<Record<string, unknown>>;
  const call = { tool: textOr(serverTool) ?? tool, server: textOr(server), mode, taskId };
  const outcome = textOr(consent);
  if (outcome !== undefined) logConsent(log, { ...call, outcome });
  else if (!allowed) logRefusal(log, { ...call, code, rule: textOr(text) });
}

function isRefusal(error: unknown): error is WireError {
  return error instanceof Error && error.name === 'WireError';
}

function failureName({ code, data }: WireError): string {
  const reason = textOr(data?.code) ?? textOr(data?.reason);
  return reason === undefined || reason === code ? code : `${code} (${reason})`;
}

function textOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

// Names come from clients and servers; a log line contains at most this many characters of a name.
const maxNameLength = 100;

function shown(name: string): string {
  return stripControls(name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name);
}
