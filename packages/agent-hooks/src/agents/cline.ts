import { clineTools } from '@modegate/agent-tools';
import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Adapter, type PayloadFields, replaceOthers } from '../adapter.ts';

/**
 * Cline CLI, observed at 3.0.65, where our plugin is asked before a tool runs: a refusal by a hook file would end the run. Its tools make a path
 * absolute and clean and decode nothing in it; what reading does for a missing file is in the table of its tools.
 */
export const cline: Adapter = {
  agent: 'cline',
  events: ['beforeTool'],
  readFields,
  tools: clineTools,
  prefixOf: (server) => `${replaceOthers(server)}__`,
  mcpPrefix: undefined,
  renameTool: replaceOthers,
};

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

/** Several tools take a text or a list where others take an object. */
function nameValue(tool: unknown, input: unknown): unknown {
  if (typeof input !== 'string' && !Array.isArray(input)) return spreadFiles(input);
  if (tool === 'read_files') return { files: typeof input === 'string' ? [input] : input };
  return { input };
}

/** `files` may be one file instead of a list. */
function spreadFiles(input: unknown): unknown {
  if (!isJsonObject(input) || input.files === undefined || Array.isArray(input.files)) return input;
  return { ...input, files: [input.files] };
}
