import { AppError, stripControls } from '@modegate/cli-kit';
import { planServer } from '@modegate/mcp-host/connections';
import { didYouMean } from '@modegate/nearest-name';
import type { Project } from '@modegate/project';
import { connectionsOptions } from '../gateway/connections-options.ts';
import { isShared, principalVariables } from '../gateway/server-owners.ts';
import { loadServerTrust } from '../gateway/server-trust.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { withStateTexts } from '../storage/open-storage.ts';

/**
 * Finds a remote server of the project by name.
 *
 * @param principal - Principal that logs in over HTTP; undefined for the user of this machine.
 * @throws {AppError} exit code 2 if the server does not exist, would not be started, or is shared by all principals.
 */
export async function findRemoteServer(settings: Settings, name: string, principal: string | undefined) {
  const { servers } = await readSettingsProject(settings, { env: process.env });
  const entry = servers.find((server) => server.name === name);
  if (entry === undefined) throw unknownServer(name, servers);
  if (principal !== undefined && isShared(entry))
    throw new AppError(
      stripControls(`The server '${name}' is "shared", so all principals use one login. Remove --principal.`),
    );
  const trust = await withStateTexts(settings, ({ trustedServers }) => loadServerTrust(settings, trustedServers));
  const { launchEnvironment, ownScripts = [] } = connectionsOptions(settings, {
    ...process.env,
    ...principalVariables(principal),
  });
  const plan = planServer(entry, { launchEnvironment, ownScripts, whyNotStarted: trust.whyNotStarted });
  if (plan.state === 'disabled')
    throw new AppError(
      stripControls(`The server '${name}' is not started, so you cannot log in to it: ${plan.reason}`),
    );
  const { launch } = plan;
  if (launch.type === 'stdio')
    throw new AppError(
      stripControls(`The server '${name}' is a process on this machine; logins are for servers with a "url".`),
    );
  if (Object.keys(launch.headers).some((header) => header.toLowerCase() === 'authorization'))
    throw new AppError(
      stripControls(
        `The server '${name}' has a header "Authorization" in ${entry.file}, which is sent instead of a login. Remove the header first.`,
      ),
    );
  // Address after replacing the variables in the server's entry.
  return { name, url: launch.url };
}

function unknownServer(name: string, servers: Project['servers']): AppError {
  const names = servers.map((server) => server.name);
  return new AppError(stripControls(`Unknown server '${name.slice(0, 100)}'.${didYouMean(name, names)}`));
}
