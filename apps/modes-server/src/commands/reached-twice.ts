import { resolve } from 'node:path';
import { findReachedTwice, type Project, type ReachedTwice, type ServerEntry } from '@modegate/project';
import { type ClientName, clientFilePath, clientFiles, readServerConfig } from '@modegate/server-config';
import { readTextFile } from '@modegate/text-files';
import { ownScripts } from '../gateway/connect-servers.ts';
import type { Settings } from '../settings/settings.ts';

/** The servers that a client of this user reaches both ways, its global file included; those of one client, or of all. */
export async function findReachedBothWays(
  settings: Settings,
  project: Project,
  client?: string,
): Promise<readonly ReachedTwice[]> {
  const read = project.sources.flatMap((source) => (source.what === 'servers' ? source.servers : []));
  const known = new Set(read.map(({ file }) => resolve(settings.projectRoot, file)));
  const clients = await Promise.all(
    (Object.keys(clientFiles) as ClientName[]).flatMap((client) =>
      (['project', 'global'] as const).map((scope) => readClientFile(client, scope, settings)),
    ),
  );
  // Roo and Zoo share the file of a project.
  const others = new Map(clients.flat().map((entry) => [`${entry.file}\n${entry.name}`, entry]));
  const fresh = [...others.values()].filter(({ file }) => !known.has(file));
  const found = findReachedTwice({ clients: [...read, ...fresh], gateway: project.servers, ownScripts: ownScripts() });
  const kind = (Object.keys(clientFiles) as ClientName[]).find((name) => name === client);
  return kind === undefined ? found : found.filter(({ server }) => server.kind === clientFiles[kind].kind);
}

async function readClientFile(
  client: ClientName,
  scope: 'project' | 'global',
  { projectRoot, homeDir }: Settings,
): Promise<readonly ServerEntry[]> {
  const surroundings = { platform: process.platform, env: process.env, homeDir, projectRoot };
  const file = clientFilePath(client, scope, surroundings);
  const reading = file === undefined ? undefined : await readTextFile(file);
  if (file === undefined || reading?.state !== 'read') return [];
  return readServerConfig(reading.text, { file, kind: clientFiles[client].kind, source: scope }).servers;
}
