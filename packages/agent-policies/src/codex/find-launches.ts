import type { AgentLaunch } from '../agent-answer.ts';
import { commandText } from '../command-text.ts';
import { hookLaunches } from '../hooks.ts';
import type { CodexConfigFile } from './codex-rules.ts';
import { isTable, lineOfKey, valueAt } from './read-codex-config.ts';
import { readConfigHooks } from './read-codex-hooks.ts';

/** Finds programs that Codex starts without a call: the servers and hooks of a `config.toml`. */
export function findConfigLaunches(config: CodexConfigFile): readonly AgentLaunch[] {
  const { table, name: file = '' } = config;
  const servers = valueAt(table, ['mcp_servers']);
  return [
    ...Object.entries(isTable(servers) ? servers : {}).flatMap(([name, server]): readonly AgentLaunch[] => {
      if (!isTable(server) || typeof server.command !== 'string' || server.enabled === false) return [];
      const line = lineOfKey(config, ['mcp_servers', name, 'command']);
      return [{ kind: 'server', name, command: commandText(server.command, server.args ?? []), file, line }];
    }),
    ...hookLaunches(readConfigHooks(config)),
  ];
}
