import { copilotTools } from '@modegate/agent-tools';
import type { JsonObject } from '@modegate/json';
// @ts-expect-error: this package has no types.
import punycode from 'punycode/punycode.js';
import { askNested, type CommandAdapter, denyNested, type PayloadFields } from '../adapter.ts';

const maxNameLength = 64;

/**
 * GitHub Copilot CLI, observed in 1.0.102. The keys and names in a payload depend on the spelling of the hook's event
 * and on which agent's file it is in: Claude's tool names are used with Copilot's keys for the input. Copilot's tools
 * append a relative path to the session's folder; in tests with generated calls, even with odd paths, they accessed
 * only files at paths formed in this way.
 */
export const copilot: CommandAdapter = {
  agent: 'copilot',
  events: [undefined, 'PreToolUse', 'preToolUse'],
  readFields,
  tools: copilotTools,
  prefixOf: (server) => `${rename(server)}-`,
  mcpPrefix: undefined,
  renameTool: rename,
  wireNames: (server, tool) => [`${rename(server)}-${rename(tool)}`.slice(0, maxNameLength)],
  cutAt: maxNameLength,
  // Punycode cannot contain wildcards.
  lost: /xn--.*$/,
  // The spelling of the event also determines which of the two forms is used.
  deny: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason, ...denyNested(reason) }),
  // Asks even with `--allow-all-tools`; refuses if no user is present.
  ask: (reason) => ({ permissionDecision: 'ask', permissionDecisionReason: reason, ...askNested(reason) }),
};

const { toASCII: toAscii } = punycode as { readonly toASCII: (name: string) => string };

/** Writes non-ASCII parts between dots in Punycode, as is done in host names. */
function rename(name: string): string {
  return toAscii(name).replaceAll(/[^\w*?-]/g, '-');
}

/**
 * Reads a key in either spelling; returns `both` if a payload uses both spellings, because it is then unclear which one
 * applies.
 */
function readFields(payload: JsonObject): PayloadFields {
  const read = (camel: string, snake: string): unknown => {
    if (payload[camel] === undefined) return payload[snake];
    return payload[snake] === undefined ? payload[camel] : both;
  };
  return {
    event: read('hookEventName', 'hook_event_name'),
    tool: read('toolName', 'tool_name'),
    input: wrapPatch(read('toolArgs', 'tool_input')),
    cwd: payload.cwd,
    session: read('sessionId', 'session_id'),
    caller: read('agentType', 'agent_type'),
  };
}

/**
 * With some models, the patch tool receives the text of the patch itself; with others, it receives an object or the
 * JSON form of an object.
 */
function wrapPatch(input: unknown): unknown {
  return typeof input === 'string' && input.trimStart().startsWith('***') ? { input } : input;
}

/** A value that no field accepts. */
const both = Number.NaN;
