import { realpathSync } from 'node:fs';
import type { ConnectionsOptions } from '@modegate/mcp-host/connections';
import { type Logins, openLogins } from '../logins/open-logins.ts';
import type { Settings } from '../settings/settings.ts';
import { version } from '../version.ts';

/**
 * Returns options for connecting to a project's servers: environment, logins, and the scripts that would start this
 * same process again.
 */
export function connectionsOptions(
  settings: Settings,
  env: Readonly<Record<string, string | undefined>>,
  logins: Logins = openLogins(settings, env),
): Pick<ConnectionsOptions, 'clientInfo' | 'launchEnvironment' | 'ownScripts' | 'authorise'> {
  const { projectRoot, homeDir } = settings;
  return {
    authorise: logins.authorise,
    clientInfo: { name: 'modegate', version },
    launchEnvironment: { env, workspaceFolder: projectRoot, userHome: homeDir, platform: process.platform },
    ownScripts: ownScripts(),
  };
}

/** Returns the path of this process's script, both as given and with symbolic links resolved. */
export function ownScripts(): readonly string[] {
  const [, script] = process.argv;
  if (script === undefined) return [];
  try {
    return [script, realpathSync(script)];
  } catch {
    return [script];
  }
}
