import { isJsonObject } from '@modegate/json';
import type { AgentLaunch } from '../agent-answer.ts';
import { commandText } from '../command-text.ts';
import type { PermissionFile } from '../permission-files.ts';
import type { CodexConfigFile } from './codex-rules.ts';
import { isTable, lineOfKey, valueAt } from './read-codex-config.ts';

/** Programs that Codex starts by itself: the servers and hooks of a `config.toml`. */
export function findConfigLaunches(config: CodexConfigFile): readonly AgentLaunch[] {
  const { table, name: file = '' } = config;
  const servers = valueAt(table, ['mcp_servers']);
  const hooks = valueAt(table, ['hooks']);
  return [
    ...Object.entries(isTable(servers) ? servers : {}).flatMap(([name, server]): readonly AgentLaunch[] => {
      if (!isTable(server) || typeof server.command !== 'string' || server.enabled === false) return [];
      const line = lineOfKey(config, ['mcp_servers', name, 'command']);
      return [{ kind: 'server', name, command: commandText(server.command, server.args ?? []), file, line }];
    }),
    ...findHooks(hooks).map(({ event, command }): AgentLaunch => {
      const line = lineOfKey(config, ['hooks', event]);
      return { kind: 'hook', name: event, command, file, line };
    }),
  ];
}

/** Hooks of a `hooks.json`. */
export function findHookLaunches({ text, name: file }: PermissionFile): readonly AgentLaunch[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  const lines = text.split('\n');
  return findHooks(isJsonObject(value) ? value.hooks : undefined).map(({ event, command }): AgentLaunch => {
    const line = lines.findIndex((one) => one.includes(JSON.stringify(command))) + 1;
    return { kind: 'hook', name: event, command, file, line: Math.max(1, line) };
  });
}

/** Commands below an event, a list of matchers, and the hooks of each. */
function findHooks(events: unknown): readonly { readonly event: string; readonly command: string }[] {
  return Object.entries(isTable(events) ? events : {}).flatMap(([event, matchers]) =>
    tablesOf(matchers).flatMap(({ hooks }) =>
      tablesOf(hooks).flatMap(({ command }) => (typeof command === 'string' ? [{ event, command }] : [])),
    ),
  );
}

function tablesOf(value: unknown) {
  return Array.isArray(value) ? value.filter(isTable) : [];
}
