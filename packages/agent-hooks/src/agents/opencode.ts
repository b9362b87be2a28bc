import { kiloTools, opencodeTools } from '@modegate/agent-tools';
import { isJsonObject, type JsonObject } from '@modegate/json';
import { type Adapter, type PayloadFields, replaceOthers } from '../adapter.ts';

/**
 * opencode, observed at 1.18.33, where our plugin is asked before a tool runs. Its tools put a relative path behind the session's folder and decode
 * nothing in it; where a file is missing, reading names others and reads none.
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
 * Kilo, observed at 7.7.7: opencode with tools of its own. They put a relative path behind the session's folder too; in runs of generated calls,
 * odd paths among them, they touched no file that the path does not name so.
 */
export const kilo: Adapter = {
  ...opencode,
  agent: 'kilo',
  tools: kiloTools,
};

/** What the agent hands to `tool.execute.before`, and beside it the folder of the session and who works in it. */
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
