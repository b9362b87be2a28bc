import { homedir } from 'node:os';
import { join } from 'node:path';
import {
  type AgentFile,
  type AgentName,
  type CommandAgent,
  commandAgents,
  type HookScope,
  type InstalledHook,
  type InstalledPlugin,
  installedHooks,
  installedPlugins,
  type PluginAgent,
} from '@modegate/agent-hooks';
import { confineToFolder } from '@modegate/cli-kit';
import type { HookTarget } from '@modegate/server-config/clients';
import { requireTextFile } from '@modegate/text-files';
import { isOurHook } from './hook-address.ts';

/** Scopes of a hook, the nearest first. */
export const hookScopes: readonly HookScope[] = ['project', 'global', 'managed'];

/** True for an agent that loads a plugin; other agents start a command. */
export function isPluginAgent(client: AgentName): client is PluginAgent {
  return !commandAgents.some((name) => name === client);
}

/**
 * Returns the file that contains an agent's hook or plugin; undefined if the agent reads no such file in that scope on
 * this system.
 */
export function hookFile(client: AgentName, scope: HookScope, root: string): string | undefined {
  const place: Partial<InstalledHook> & InstalledPlugin = isPluginAgent(client)
    ? installedPlugins[client]
    : installedHooks[client as CommandAgent];
  if (scope === 'managed') return place.managed?.[process.platform];
  return join(scope === 'project' ? root : homedir(), place.files[scope]);
}

/** Returns the location of the hook in an agent's file. */
export function hookTarget(client: CommandAgent, file: string, root: string): HookTarget {
  return {
    file,
    event: installedHooks[client].event,
    isOurs: (item) => isOurHook(client, item),
    readFile: (path) => requireTextFile(path, confineToFolder(root, path)),
  };
}

/** Returns the absolute path of a settings file. */
export function agentFilePath(
  { in: place, path }: AgentFile,
  { root, home }: { readonly root: string; readonly home: string },
): string {
  return place === 'machine' ? path : join(place === 'home' ? home : root, path);
}
