import { copilotTools } from '@modegate/agent-tools';
import type { JsonObject } from '@modegate/json';
// @ts-expect-error: this package has no types.
import punycode from 'punycode/punycode.js';
import { type CommandAdapter, denyNested, type PayloadFields } from '../adapter.ts';

const maxNameLength = 64;

/**
 * GitHub Copilot CLI, observed at 1.0.102. Which keys and names a payload has depends on how the hook's event is spelt and in whose file it is:
 * Claude's names come with Copilot's keys of the input. Its tools put a relative path behind the session's folder; in runs of generated calls,
 * odd paths among them, they touched no file that the path does not name so.
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
  // Punycode has no place for wildcards.
  lost: /xn--.*$/,
  // Which of the two forms counts depends on the same.
  deny: (reason) => ({ permissionDecision: 'deny', permissionDecisionReason: reason, ...denyNested(reason) }),
};

const { toASCII: toAscii } = punycode as { readonly toASCII: (name: string) => string };

/** Parts between dots that are not ASCII are written in Punycode, as in the name of a host. */
function rename(name: string): string {
  return toAscii(name).replaceAll(/[^\w*?-]/g, '-');
}

/** A key in either spelling; `both` where a payload has the two, so that it is not clear which one counts. */
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

/** With some models the tool for patches takes the text of the patch itself, where others take an object, or its JSON. */
function wrapPatch(input: unknown): unknown {
  return typeof input === 'string' && input.trimStart().startsWith('***') ? { input } : input;
}

/** Of no kind that any field may be. */
const both = Number.NaN;
