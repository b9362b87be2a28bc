import { clineTools } from '@modegate/agent-tools';
import { isJsonObject, type JsonObject } from '@modegate/json';
import type { Adapter, PayloadFields } from '../adapter.ts';
import { sha1 } from './sha1.ts';

/**
 * Cline CLI, observed at 3.0.65. Our plugin decides before a tool runs, because a refusal by a hook file would end the
 * run. Its tools make paths absolute, normalise them and decode nothing; the tool table says what reading does if a
 * file is missing.
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
 * Names that are too long or contain characters rejected by a model are cut and get the start of the hash of the whole.
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
    // Subagents have ids and no names.
    caller: undefined,
  };
}

/** Several tools accept a text or a list in place of an object. */
function nameValue(tool: unknown, input: unknown): unknown {
  if (typeof input !== 'string' && !Array.isArray(input)) return spreadFiles(input);
  if (tool === 'read_files') return { files: typeof input === 'string' ? [input] : input };
  return { input };
}

/** `files` may be a single file instead of a list. */
function spreadFiles(input: unknown): unknown {
  if (!isJsonObject(input) || input.files === undefined || Array.isArray(input.files)) return input;
  return { ...input, files: [input.files] };
}
