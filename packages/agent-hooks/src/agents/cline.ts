import { clineTools } from '@modegate/agent-tools';
import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Adapter, PayloadFields } from '../adapter.ts';
import { sha1 } from './sha1.ts';

/**
 * Cline CLI, observed in 3.0.65: Modegate's plugin is called before a tool runs; a refusal by a hook file would end the
 * run. Cline's tools make paths absolute and normalise them without decoding; the tool table covers reads of missing
 * files.
 */
export const cline: Adapter = {
  agent: 'cline',
  events: ['beforeTool'],
  readFields,
  tools: clineTools,
  prefixOf: (server) => `${rename(server)}__`,
  mcpPrefix: undefined,
  renameTool: rename,
  wireNames: (server, tool) => [nameForModel(`${server}__${tool}`)],
  lost: /_[0-9a-f]{8}$/,
};

function rename(name: string): string {
  return name.replaceAll(/[^\w*?-]+/g, '_');
}

const maxNameLength = 64;

/**
 * Shortens a name that is too long or contains a character that a model may not accept, and appends the beginning of a
 * hash of the whole name.
 */
function nameForModel(name: string): string {
  if (name.length <= maxNameLength && /^[\w-]+$/.test(name)) return name;
  const suffix = `_${sha1(name).slice(0, 8)}`;
  return `${rename(name).slice(0, maxNameLength - suffix.length)}${suffix}`;
}

function readFields({ event, toolCall, input, snapshot, directory }: JsonObject): PayloadFields {
  const call = isJsonObject(toolCall) ? toolCall : {};
  const tool = call.toolName ?? call.name;
  return {
    event,
    tool,
    input: nameValue(tool, input),
    cwd: directory,
    session: isJsonObject(snapshot) ? snapshot.conversationId : undefined,
    // Subagents have ids but no names.
    caller: undefined,
  };
}

/** Several tools accept a string or a list in place of an object. */
function nameValue(tool: unknown, input: unknown): unknown {
  if (tool === 'run_commands') return { commands: listCommands(input) };
  if (typeof input !== 'string' && !Array.isArray(input)) return spreadFiles(input);
  if (tool === 'read_files') return { files: typeof input === 'string' ? [input] : input };
  return { input };
}

/** Commands may be a list or a single command, under one of three names; a program may be accompanied by its `args`. */
function listCommands(input: unknown): readonly unknown[] {
  if (!isJsonObject(input)) return Array.isArray(input) ? input : [input];
  const { commands, command, cmd, args } = input;
  const list = Array.isArray(commands) ? (commands as readonly unknown[]) : [commands];
  const one = command === undefined || args === undefined ? command : { command, args };
  return [...list, one, cmd].filter((each) => each !== undefined);
}

/** `files` may be a single file instead of a list. */
function spreadFiles(input: unknown): unknown {
  if (!isJsonObject(input) || input.files === undefined || Array.isArray(input.files)) return input;
  return { ...input, files: [input.files] };
}
