import { geminiTools } from '@modegate/agent-tools';
import { attempt, isJsonObject } from '@modegate/json';
import { type CommandAdapter, readSnakeCase } from '../adapter.ts';

const maxNameLength = 63;

/** Gemini CLI, observed in 0.61.0. Its payloads never identify the subagent. */
export const gemini: CommandAdapter = {
  agent: 'gemini',
  events: ['BeforeTool'],
  readFields: (payload) => ({
    ...readSnakeCase(payload),
    caller: undefined,
    ...(isJsonObject(payload.mcp_context)
      ? { mcp: { server: payload.mcp_context.server_name, tool: payload.mcp_context.tool_name } }
      : {}),
  }),
  tools: geminiTools,
  spellings: geminiSpellings,
  plans: /^\.gemini\/tmp\/[^/]+\/(?:[^/]+\/)?plans\/[^/]+\.md$/,
  prefixOf: (server) => `mcp_${rename(server)}_`,
  mcpPrefix: 'mcp_',
  renameTool: rename,
  wireNames: (server, tool) => [shorten(`mcp_${rename(server)}_${rename(tool)}`)],
  lost: /\.{3}.{30}$/,
  cutAt: maxNameLength,
  deny: (reason) => ({ decision: 'deny', reason }),
};

function rename(name: string): string {
  return name.replaceAll(/[^\w.:*?-]/g, '_');
}

/** Removes the middle of a name that is too long. */
function shorten(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, 30)}...${name.slice(-30)}` : name;
}

/**
 * Returns the other paths that Gemini's tools may use: the tools remove NUL characters and, if no such file exists, a
 * leading `@`; most of them then decode percent signs in the absolute path.
 */
function geminiSpellings(path: string): readonly string[] {
  const clean = path.replaceAll('\0', '');
  const bare = clean.replace(/^@[\\/]*/, '');
  return [clean, bare]
    .flatMap((one) => [one, attempt(() => decodeURIComponent(one)) ?? one])
    .filter((one) => one !== path && one !== '');
}
