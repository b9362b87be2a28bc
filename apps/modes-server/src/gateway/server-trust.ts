import { resolve } from 'node:path';
import { type Connections, createConnections } from '@modegate/mcp-host/connections';
import type { Project } from '@modegate/project';
import { isInside } from '@modegate/text-files';
import {
  createServerTrust,
  type ServerTrust,
  type ServerTrustOptions,
  type StartableEntry,
} from '@modegate/tool-gateway/trust';
import { realFolder } from '../real-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { connectionsOptions } from './connections-options.ts';

/**
 * Opens the record of trusted servers. `--servers` files outside the project are treated as the user's own, and
 * `--trust-project` trusts all servers in the project.
 */
export function openServerTrust(
  settings: Settings,
  { text, now, onProblem }: Pick<ServerTrustOptions, 'text' | 'now' | 'onProblem'>,
): ServerTrust {
  const { gateway, projectRoot } = settings;
  return createServerTrust({
    text,
    projectRoot: realFolder(projectRoot),
    isProjectTrusted: gateway.trustProject,
    isOwnFile: gateway.serverFiles && ((file) => isOwnFile(file, settings)),
    now,
    onProblem,
  });
}

/** Opens and loads the agreements, for a command. */
export async function loadServerTrust(
  settings: Settings,
  text: ServerTrustOptions['text'],
  onProblem: (problem: string) => void = () => undefined,
): Promise<ServerTrust> {
  const trust = openServerTrust(settings, { text, now: Date.now, onProblem });
  await trust.load();
  return trust;
}

/**
 * True if users who can change the project cannot change this file: it is outside the project's folder, and no symbolic
 * link leads out of or into that folder.
 */
function isOwnFile(file: string, { projectRoot, globalConfigDir, gateway }: Settings): boolean {
  const path = resolve(projectRoot, file);
  const real = realFolder(path);
  const isUsers = [globalConfigDir, gateway.stateDir].some((folder) => isInside(real, realFolder(folder)));
  return isUsers || (!isInside(path, resolve(projectRoot)) && !isInside(real, realFolder(projectRoot)));
}

/**
 * Finds servers that need agreement or already have it, except disabled servers and servers that cannot be started.
 * Does not start any of them.
 */
export function findAgreeable(settings: Settings, { servers }: Project, trust: ServerTrust): readonly StartableEntry[] {
  const planned = createConnections({
    ...connectionsOptions(settings, process.env),
    entries: servers,
    onRequest: async (_server, method) => {
      throw new Error(`No client is available to answer '${method}'.`);
    },
  });
  return planned.servers.flatMap(({ entry, state }) =>
    entry.state === 'valid' && state.status !== 'disabled' && trust.needsAgreement(entry) ? [entry] : [],
  );
}

/** Finds servers that require only agreement before they can be started. */
export function findUntrusted(servers: Connections['servers'], trust: ServerTrust): readonly StartableEntry[] {
  return servers.flatMap(({ entry, state }) => {
    if (entry.state === 'invalid' || state.status !== 'disabled') return [];
    return state.reason === trust.whyNotStarted(entry) ? [entry] : [];
  });
}
