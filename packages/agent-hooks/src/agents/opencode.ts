import { kiloTools, opencodeTools } from '@modegate/agent-tools';
import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Adapter, type PayloadFields, replaceOthers } from '../adapter.ts';

/**
 * opencode, observed at 1.18.33. Our plugin decides before a tool runs. Its tools resolve a relative path in the
 * session's folder and decode nothing; if a file is missing, reading suggests others and reads none.
 */
export const opencode: Adapter = {
  agent: 'opencode',
  events: ['tool.execute.before'],
  readFields,
  tools: opencodeTools,
  prefixOf: (server) => `${replaceOthers(server)}_`,
  mcpPrefix: undefined,
  renameTool: replaceOthers,
};

/**
 * Kilo, observed at 7.7.7: opencode with further tools. They also resolve a relative path in the session's folder; in
 * runs of generated calls, including odd paths, they touched no other file.
 */
export const kilo: Adapter = {
  ...opencode,
  agent: 'kilo',
  tools: kiloTools,
};

/** Arguments of `tool.execute.before`, with the session's folder and the name of its agent. */
function readFields({ event, input, output, directory, agent, servers }: JsonObject): PayloadFields {
  const call = isJsonObject(input) ? input : {};
  return {
    event,
    tool: call.tool,
    input: isJsonObject(output) ? output.args : undefined,
    cwd: directory,
    session: call.sessionID,
    caller: agent,
    servers,
  };
}
