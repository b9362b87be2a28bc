import { isJsonObject } from '@modegate/json';
import type { AgentEvent } from '../messages/agent-event.ts';
import type { QueryEventName } from './reply-kind.ts';

/** An event that is the reply to a command. */
export type AgentReply =
  | {
      readonly kind: 'commandResponse';
      readonly commandName: string | undefined;
      /** Request id of the command; undefined for a stray reply, which fork sends with an empty id or without an id. */
      readonly requestId: string | undefined;
      /** The result; undefined for a command without a result. */
      readonly payload: unknown;
      /** Error reported by the agent; undefined if there was none. */
      readonly error: string | undefined;
    }
  | {
      readonly kind: 'taskStartResponse';
      readonly requestId: string | undefined;
      readonly taskId: string | undefined;
      readonly error: string | undefined;
    }
  | {
      readonly kind: 'queryEvent';
      readonly eventName: QueryEventName;
      readonly payload: unknown;
    };

/** Parses an event leniently as the reply to a command; returns undefined for other events. */
export function readReply(event: AgentEvent): AgentReply | undefined {
  const content: unknown = Array.isArray(event.payload) ? event.payload[0] : event.payload;
  switch (event.eventName) {
    case 'commandResponse':
      return readCommandResponse(content);
    case 'taskStartResponse':
      return readTaskStartResponse(content);
    case 'commandsResponse':
    case 'modesResponse':
    case 'modelsResponse':
      return { kind: 'queryEvent', eventName: event.eventName, payload: content };
    default:
      return undefined;
  }
}

function readCommandResponse(content: unknown): AgentReply {
  const fields = isJsonObject(content) ? content : {};
  return {
    kind: 'commandResponse',
    commandName: textOf(fields.commandName),
    requestId: textOf(fields.requestId),
    payload: fields.payload,
    error: errorOf(fields.payload),
  };
}

function readTaskStartResponse(content: unknown): AgentReply {
  const fields = isJsonObject(content) ? content : {};
  const started = fields.success === true && textOf(fields.taskId) !== undefined;
  return {
    kind: 'taskStartResponse',
    requestId: textOf(fields.requestId),
    taskId: started ? textOf(fields.taskId) : undefined,
    error: started ? undefined : startError(fields),
  };
}

function startError(fields: { readonly [key: string]: unknown }): string {
  const message = textOf(fields.errorMessage) ?? 'Task start failed';
  const stage = textOf(fields.stage);
  return stage === undefined ? message : `${message} (at ${stage})`;
}

/** A result may have its own `error` member, so only an object without other members is treated as an error. */
function errorOf(payload: unknown): string | undefined {
  if (!isJsonObject(payload)) return undefined;
  const beside = Object.keys(payload).filter((key) => key !== 'error' && key !== 'success' && key !== 'code');
  if (beside.length > 0 || payload.success === true) return undefined;
  const { error } = payload;
  return textOf(error) ?? (isJsonObject(error) ? textOf(error.message) : undefined);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}
