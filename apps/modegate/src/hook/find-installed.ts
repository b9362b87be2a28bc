import type { AgentName, HookScope } from '@modegate/agent-hooks';
import { readHook } from '@modegate/server-config/clients';
import { isInstalledPlugin } from '../plugin/install-plugin.ts';
import { hookFile, hookScopes, hookTarget, isPluginAgent } from './hook-files.ts';

/** A file that contains a Modegate hook. */
export interface InstalledHookFile {
  readonly scope: HookScope;
  readonly file: string;
}

/** A sentence for a project in which no agent has a hook. */
export const notInstalled =
  'No Modegate hook is installed here. `modegate hook install --client <agent>` installs one.';

/**
 * Finds the files in which an agent has a Modegate hook, nearest scope first.
 *
 * @throws {ServerConfigError} for a file that cannot be read as the agent's settings.
 */
export async function findInstalled(client: AgentName, root: string): Promise<readonly InstalledHookFile[]> {
  return (await Promise.all(hookScopes.map((scope) => findInstalledIn(client, scope, root)))).flat();
}

/**
 * Finds the file, within one scope, in which an agent has a Modegate hook.
 *
 * @throws {ServerConfigError} for a file that cannot be read as the agent's settings.
 */
export async function findInstalledIn(
  client: AgentName,
  scope: HookScope,
  root: string,
): Promise<readonly InstalledHookFile[]> {
  const file = hookFile(client, scope, root);
  return file !== undefined && (await hasHook(client, file, root)) ? [{ scope, file }] : [];
}

async function hasHook(client: AgentName, file: string, root: string): Promise<boolean> {
  if (isPluginAgent(client)) return isInstalledPlugin(file, root);
  return (await readHook(hookTarget(client, file, root))) !== undefined;
}
