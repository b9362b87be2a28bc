import { resolve } from 'node:path';
import {
  findGatewayBypasses,
  type GatewayBypass,
  gatewayServerFiles,
  type Project,
  type ServerEntry,
} from '@modegate/project';
import { readServerConfig } from '@modegate/server-config';
import { type ClientName, clientFiles, readClientServers } from '@modegate/server-config/clients';
import { readTextFile } from '@modegate/text-files';
import { ownScripts } from '../gateway/connections-options.ts';
import type { Settings } from '../settings/settings.ts';

/**
 * Finds servers that a client both starts itself and reaches through modes-server, in any file of one client or of all
 * clients.
 */
export async function findBypassedServers(
  settings: Settings,
  project: Project,
  client?: string,
): Promise<readonly GatewayBypass[]> {
  const names = (Object.keys(clientFiles) as ClientName[]).filter((name) => client === undefined || name === client);
  const clients = await Promise.all(names.map((name) => readClient(name, settings, project)));
  return findGatewayBypasses({
    clients,
    gateway: project.servers,
    named: await readNamed(clients.flat(), settings),
    ownScripts: ownScripts(),
  });
}

/** Reads a client's files; a file that also belongs to the project is listed under its name in the project. */
async function readClient(
  client: ClientName,
  { projectRoot, homeDir }: Settings,
  project: Project,
): Promise<readonly ServerEntry[]> {
  const known = new Map(project.sources.map(({ file }) => [resolve(projectRoot, file), file]));
  const options = { platform: process.platform, env: process.env, homeDir, projectRoot, readFile: textOf };
  const scopes = ['project', 'global'] as const;
  const read = await Promise.all(scopes.map((scope) => readClientServers(client, scope, options)));
  const servers = read.flatMap((one) => one.servers);
  return servers.map((entry) => ({ ...entry, file: known.get(entry.file) ?? entry.file }));
}

/** Reads the server files specified in modes-server entries. */
async function readNamed(entries: readonly ServerEntry[], { projectRoot }: Settings): Promise<readonly ServerEntry[]> {
  const named = gatewayServerFiles(entries, ownScripts());
  const files = named.map((file) => resolve(projectRoot, file.replace(/^\$\{workspaceFolder\}[\\/]/, '')));
  const servers = files.map(async (file) => readServerConfig((await textOf(file)) ?? '', { file }).servers);
  return (await Promise.all(servers)).flat();
}

async function textOf(file: string): Promise<string | undefined> {
  const reading = await readTextFile(file);
  return reading.state === 'read' ? reading.text : undefined;
}
