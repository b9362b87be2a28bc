import { kiloTools, opencodeTools } from '@modegate/agent-tools';
import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Adapter, type PayloadFields, replaceOthers } from '../adapter.ts';

/**
 * opencode, observed in 1.18.33: Modegate's plugin is called before a tool runs. Its tools append a relative path to
 * the session's folder and decode nothing in the path; if a file is missing, its read tool suggests others but reads
 * none.
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
 * Kilo, observed in 7.7.7: a version of opencode with its own tools. These tools also append a relative path to the
 * session's folder; in tests with generated calls, even with odd paths, they accessed only files at paths formed in
 * this way.
 */
export const kilo: Adapter = { ...opencode, agent: 'kilo', tools: kiloTools };

/**
 * Reads the agent's data for `tool.execute.before`, along with the session's folder and the agent that is working in
 * the session.
 */
function readFields({ event, input, output, directory, agent, servers, shell }: JsonObject): PayloadFields {
  const call = isJsonObject(input) ? input : {};
  return {
    event,
    tool: call.tool,
    input: isJsonObject(output) ? output.args : undefined,
    cwd: directory,
    session: call.sessionID,
    caller: agent,
    servers,
    shell,
  };
}
