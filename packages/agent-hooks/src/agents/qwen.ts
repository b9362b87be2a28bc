import { qwenTools } from '@modegate/agent-tools';
import { askNested, type CommandAdapter, denyNested, readSnakeCase, replaceOthers } from '../adapter.ts';

/** Qwen Code, observed in 0.24.4. A subagent's id begins with the subagent's name: `writer-call_1_0`. */
export const qwen: CommandAdapter = {
  agent: 'qwen',
  events: ['PreToolUse'],
  readFields: (payload) => ({
    ...readSnakeCase(payload),
    caller: payload.agent_id === undefined ? payload.agent_type : payload.agent_id,
  }),
  tools: qwenTools,
  spellings: (path) => [path.trim().replaceAll(escaped, '$1')].filter((one) => one !== path && one !== ''),
  prefixOf: (server) => `mcp__${replaceOthers(server)}__`,
  mcpPrefix: 'mcp__',
  renameTool: replaceOthers,
  wireNames: (server, tool) => [nameForProvider(`mcp__${server}__${tool}`)],
  // This is a 32-bit hash, so the first of its seven digits is 0 or 1.
  lost: /_[01][0-9a-z]{6}$/,
  callerHasSuffix: true,
  deny: denyNested,
  // Asks in every approval mode; refuses if no user is present.
  ask: askNested,
};

/** Matches a backslash before a character that is special to a shell; Qwen's tools remove the backslash. */
const escaped = /\\([ \t()[\]{};|*?$`'"#&<>!~,])/g;

const maxNameLength = 63;

/**
 * Shortens a name that is too long or contains a character that a provider may not accept, and appends a hash of the
 * whole name (FNV-1a, in base 36).
 */
function nameForProvider(name: string): string {
  if (name.length <= maxNameLength && /^[A-Za-z][\w-]*$/.test(name)) return name;
  const suffix = `_${hash(name).toString(36).padStart(7, '0')}`;
  return `${name.replaceAll(/[^\w-]/g, '_').slice(0, maxNameLength - suffix.length)}${suffix}`;
}

function hash(text: string): number {
  let value = 2_166_136_261;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 16_777_619);
  return value >>> 0;
}
