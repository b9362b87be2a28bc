import type { AgentTool, ToolKind } from '@modegate/agent-tools';
import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Adapter, PayloadFields } from '../adapter.ts';
import { adapters } from '../adapters.ts';
import type { AgentCall } from '../agent-call.ts';
import type { AgentName } from '../agent-names.ts';
import { PayloadFault, quote, type Reading, readObject, toReading } from './read-json.ts';
import { readParts } from './read-parts.ts';

/** Maximum payload size in bytes: larger than any file that a model writes in one call. */
export const maxPayloadBytes = 16 * 1024 * 1024;

/** The values that the configuration can use to describe a tool that no adapter knows. */
export type MappedTo = 'read' | 'edit' | 'command' | 'browser' | 'harmless';

const kinds: Readonly<Record<MappedTo, ToolKind>> = {
  read: 'read',
  edit: 'edit',
  command: 'command',
  browser: 'web',
  harmless: 'own',
};

/**
 * Reads the payload that an agent's hook receives before a call. Never throws: if the payload is too large, or
 * something in it is missing, repeated or of the wrong type, returns a sentence that describes the fault, and the call
 * must be refused.
 */
export function readAgentCall(agent: AgentName, text: string): Reading<AgentCall> {
  return toReading(() => {
    if (text.length > maxPayloadBytes) throw new PayloadFault('the payload is too large');
    return readCall(adapters[agent], readObject(text, 'the payload'));
  });
}

/** Adds the parts of a call to a tool that the adapter does not know but the configuration describes. */
export function applyMappedTools(call: AgentCall, tools: Readonly<Record<string, MappedTo>> = {}): Reading<AgentCall> {
  const mapped = own(tools, call.tool);
  if (mapped === undefined || Object.hasOwn(adapters[call.agent].tools, call.tool)) return { ok: true, value: call };
  const tool = { kind: kinds[mapped], parameters: {} };
  return toReading(() => ({ ...call, parts: readCallParts(call.tool, tool, call.input) }));
}

function readCall(adapter: Adapter, payload: JsonObject): AgentCall {
  const fields = adapter.readFields(payload);
  const fault = findFault(adapter, fields);
  if (fault !== undefined) throw new PayloadFault(fault);
  const { tool, cwd, session, caller } = fields as PayloadFields & Record<'tool' | 'cwd', string>;
  const input = typeof fields.input === 'string' ? readObject(fields.input, 'the input of the tool') : inputOf(fields);
  const mcp = readMcp(fields);
  return {
    agent: adapter.agent,
    tool,
    cwd,
    session: typeof session === 'string' ? session : undefined,
    caller: typeof caller === 'string' ? caller : undefined,
    shell: typeof fields.shell === 'string' ? fields.shell : undefined,
    input,
    mcp,
    servers: (fields.servers as readonly string[] | undefined) ?? [],
    parts: readCallParts(tool, own(adapter.tools, tool), input),
  };
}

function readCallParts(name: string, tool: AgentTool | undefined, input: JsonObject): AgentCall['parts'] {
  if (tool === undefined) return [];
  const parts = toReading(() => readParts(tool, input));
  if (parts.ok) return parts.value;
  throw new PayloadFault(`the files that this ${quote(name)} call uses are unclear: ${parts.detail}`);
}

function own<Value>(table: Readonly<Record<string, Value>>, key: string): Value | undefined {
  return Object.hasOwn(table, key) ? table[key] : undefined;
}

function findFault({ events }: Adapter, { event, tool, cwd, caller, servers = [] }: PayloadFields): string | undefined {
  if (!events.includes(event as string | undefined))
    return `the event is ${show(event)}, but this hook belongs to ${events.filter(Boolean).join(' or ')}`;
  if (typeof tool !== 'string' || tool === '') return `the name of the tool is ${show(tool)}`;
  // A relative path would be relative to an unknown folder.
  if (typeof cwd !== 'string' || !/^(?:\/|[a-zA-Z]:[\\/]|\\\\)/.test(cwd))
    return `the working folder is ${show(cwd)}, but an absolute path was expected`;
  if (caller !== undefined && caller !== null && typeof caller !== 'string')
    return `the name of the agent is ${show(caller)}`;
  if (!Array.isArray(servers) || servers.some((name) => typeof name !== 'string'))
    return 'the value for the MCP servers of the agent is not a list of names';
  return undefined;
}

function inputOf({ input }: PayloadFields): JsonObject {
  if (isJsonObject(input)) return input;
  throw new PayloadFault(`the input of the tool is ${show(input)}, but an object was expected`);
}

function readMcp({ mcp }: PayloadFields): AgentCall['mcp'] {
  if (mcp === undefined) return undefined;
  const { server, tool } = mcp;
  if (typeof server !== 'string' || server === '' || (tool !== undefined && typeof tool !== 'string'))
    throw new PayloadFault('the name of the MCP server or of its tool is not valid');
  return { server, tool };
}

function show(value: unknown): string {
  if (typeof value === 'string') return quote(value);
  return value === undefined ? 'missing' : `of the wrong type (${value === null ? 'null' : typeof value})`;
}
