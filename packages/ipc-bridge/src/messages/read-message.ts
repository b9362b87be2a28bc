import { isJsonObject, type JsonObject } from '@modegate/json';
import type { AgentEvent } from './agent-event.ts';
import { readAgentMessage } from './agent-message.ts';
import { isCommandName } from './command-name.ts';
import { isKnownPayload } from './event-payloads.ts';

/** A message from the other end. */
export type IncomingMessage =
  | {
      readonly kind: 'ack';
      readonly clientId: string;
      /** Process id of the agent. */
      readonly pid?: number;
      readonly ppid?: number;
      /** Version of the server; sent only by fork. */
      readonly serverVersion?: string;
      readonly raw: JsonObject;
    }
  | { readonly kind: 'event'; readonly event: AgentEvent }
  | {
      readonly kind: 'command';
      /** The sender's client id; undefined if the sender had none yet. */
      readonly clientId: string | undefined;
      readonly name: string;
      readonly data: unknown;
      /** Request id, read from either of the two locations in which fork and zoo expect it. */
      readonly requestId: string | undefined;
      /** True if any dialect has a command of this name; the data is not checked. */
      readonly known: boolean;
      readonly raw: JsonObject;
    }
  | { readonly kind: 'unknown'; readonly raw: unknown; readonly reason: string };

/**
 * Reads one message leniently. Unknown events, fields and kinds are accepted with `known: false`; a value that is not a
 * message becomes `unknown` with a reason. Never throws.
 */
export function readMessage(value: unknown): IncomingMessage {
  if (!isJsonObject(value)) return unknown(value, 'is not an object');
  const { data } = value;
  switch (value.type) {
    case 'Ack':
      return isJsonObject(data) ? readAck(value, data) : unknown(value, 'is an Ack without data');
    case 'TaskEvent':
      return isJsonObject(data) ? readEvent(value, data) : unknown(value, 'is a TaskEvent without data');
    case 'TaskCommand':
      return isJsonObject(data) ? readCommand(value, data) : unknown(value, 'is a TaskCommand without data');
    default:
      return unknown(value, 'has a type other than Ack, TaskEvent and TaskCommand');
  }
}

/**
 * Converts a TaskEvent, whether received or synthetic, into an event. The message inside the TaskEvent is parsed only
 * here.
 */
export function readTaskEvent(data: JsonObject & { readonly eventName: string }, relayClientId?: string): AgentEvent {
  const { eventName, payload } = data;
  const taskId = findTaskId(eventName, payload);
  const event = {
    eventName,
    payload,
    known: isKnownPayload(eventName, payload),
    taskId,
    message: eventName === 'message' && taskId !== undefined ? readAgentMessage(taskId, payload) : undefined,
    raw: data,
  };
  return relayClientId === undefined ? event : { ...event, relayClientId };
}

function readEvent(message: JsonObject, data: JsonObject): IncomingMessage {
  if (!hasEventName(data)) return unknown(message, 'is a TaskEvent without an eventName');
  const relayClientId = typeof message.relayClientId === 'string' ? message.relayClientId : undefined;
  return { kind: 'event', event: readTaskEvent(data, relayClientId) };
}

function hasEventName(data: JsonObject): data is JsonObject & { readonly eventName: string } {
  return typeof data.eventName === 'string';
}

function readAck(message: JsonObject, data: JsonObject): IncomingMessage {
  if (typeof data.clientId !== 'string') return unknown(message, 'is an Ack without a clientId');
  return {
    kind: 'ack',
    clientId: data.clientId,
    ...(typeof data.pid === 'number' && { pid: data.pid }),
    ...(typeof data.ppid === 'number' && { ppid: data.ppid }),
    ...(typeof data.serverVersion === 'string' && { serverVersion: data.serverVersion }),
    raw: message,
  };
}

function readCommand(message: JsonObject, data: JsonObject): IncomingMessage {
  if (typeof data.commandName !== 'string') return unknown(message, 'is a TaskCommand without a commandName');
  const inner = isJsonObject(data.data) ? data.data.requestId : undefined;
  const requestId = [data.requestId, inner].find((id) => typeof id === 'string');
  return {
    kind: 'command',
    clientId: typeof message.clientId === 'string' ? message.clientId : undefined,
    name: data.commandName,
    data: data.data,
    requestId,
    known: isCommandName(data.commandName),
    raw: message,
  };
}

/**
 * Finds the task id, which comes first in every payload: as a string in task and queue events, or as the `taskId` of an
 * object.
 */
function findTaskId(eventName: string, payload: unknown): string | undefined {
  const first: unknown = Array.isArray(payload) ? payload[0] : payload;
  if (typeof first === 'string') {
    return eventName.startsWith('task') || eventName === 'queuedMessagesUpdated' ? first : undefined;
  }
  if (!isJsonObject(first)) return undefined;
  const id = first.taskId ?? first.currentTaskId;
  return typeof id === 'string' ? id : undefined;
}

function unknown(raw: unknown, reason: string): IncomingMessage {
  return { kind: 'unknown', raw, reason };
}
