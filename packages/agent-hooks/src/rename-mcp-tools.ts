import { defined } from '@modegate/json';
import {
  listServers,
  type McpServerPolicy,
  type ModesInput,
  type ParsedModes,
  type PolicyInput,
} from '@modegate/mode-core';
import { adapters } from './adapters.ts';
import type { AgentName } from './agent-names.ts';

/**
 * Returns a policy input with the names of MCP tools as an agent writes them: Codex writes `delete-repo` as
 * `delete_repo`, and a rule that denies one must also apply to the other. Server names, wildcards and the form of
 * layers are preserved.
 */
export function renameMcpTools<Input extends PolicyInput>(agent: AgentName, input: Input): Input {
  const rename = adapters[agent].renameTool;
  const { project, global, servers } = input;
  return {
    ...input,
    ...defined({
      project: project && renameInLayer(project, rename),
      global: global && renameInLayer(global, rename),
      servers: servers && (() => listServers(servers).map((server) => renameInServer(server, rename))),
    }),
  };
}

type Rename = (name: string) => string;

/** Leaves modes given as plain objects unchanged, because they are not read from a file. */
function renameInLayer(layer: ModesInput, rename: Rename): ModesInput {
  return 'modes' in layer ? { ...layer, modes: layer.modes.map((mode) => renameInMode(mode, rename)) } : layer;
}

function renameInMode(mode: ParsedModes['modes'][number], rename: Rename): ParsedModes['modes'][number] {
  const own = mode.config.mcpRestrictions;
  if (own === undefined) return mode;
  const renamed = toolLists.flatMap((key) => {
    const tools = own[key];
    return tools === undefined ? [] : [[key, tools.map((tool) => ({ ...tool, toolName: rename(tool.toolName) }))]];
  });
  const mcpRestrictions = { ...own, ...Object.fromEntries(renamed) };
  return { ...mode, config: { ...mode.config, mcpRestrictions } };
}

const toolLists = ['allowedTools', 'askTools', 'disallowedTools'] as const;

/** Leaves an unreadable list as it is, which makes the server inaccessible. */
function renameInServer(server: McpServerPolicy, rename: Rename): McpServerPolicy {
  if (server.invalid !== undefined) return server;
  const { disabledTools, enabledTools } = server;
  const renamed = { disabledTools: disabledTools?.map(rename), enabledTools: enabledTools?.map(rename) };
  return { ...server, ...defined(renamed) };
}
