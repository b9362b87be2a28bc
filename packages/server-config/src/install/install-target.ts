import { nearestName } from '@modegate/nearest-name';
import { type ClientEnvironment, clientLocations } from '../clients/client-file-path.ts';
import { type ClientFile, type ClientName, clientFiles, clientScopes, isClientName } from '../clients/client-files.ts';
import { type ReadFile, writtenServers } from '../clients/client-texts.ts';
import type { ConfigSource } from '../entries/server-entry.ts';
import { ServerConfigError } from '../server-config-error.ts';

/** A server, and the client's file that is to be changed. */
export interface InstallTarget extends ClientEnvironment {
  /** A {@link ClientName}; any other string causes an error that suggests the nearest client. */
  readonly client: string;
  /**
   * Scope of the file to change. Default: the client's first scope, which is `project` if the client has that scope.
   */
  readonly scope?: ConfigSource | undefined;
  /** The server's name in the file. */
  readonly name: string;
  readonly readFile: ReadFile;
}

/** A target whose file has been determined. */
export interface ResolvedTarget {
  readonly client: ClientName;
  readonly clientFile: ClientFile;
  readonly scope: ConfigSource;
  readonly file: string;
}

/**
 * Finds the file for a target. If a client reads several files with the same name, chooses the file that contains the
 * server; if none does, the first file that exists.
 *
 * @throws {@link ServerConfigError} CLIENT_UNKNOWN, SCOPE_UNSUPPORTED, PATH_UNKNOWN, or SERVER_INVALID if the name is
 * empty.
 */
export async function resolveTarget(target: InstallTarget): Promise<ResolvedTarget> {
  const { client } = target;
  if (!isClientName(client)) throw clientUnknown(client);
  const supported = clientScopes(client);
  const scope = target.scope ?? supported[0] ?? 'project';
  if (!supported.includes(scope)) {
    const message = `The client "${client}" has no ${scope} configuration. Expected ${supported.join(' or ')}.`;
    throw new ServerConfigError('SCOPE_UNSUPPORTED', message, { data: { client, scope, supported } });
  }
  if (target.name === '') throw serverInvalid('', 'its name is empty');
  const [first, ...others] = clientLocations(client, scope, target).map(({ file }) => file);
  if (first === undefined) throw pathUnknown(client, scope);
  const clientFile = clientFiles[client];
  const alike = others.filter((file) => nameOf(file) === nameOf(first));
  const file = alike.length === 0 ? first : await chooseFile([first, ...alike], clientFile, target);
  return { client, clientFile, scope, file };
}

/** Returns the name of a file without its folder or extension. */
function nameOf(file: string): string | undefined {
  return /([^\\/]+)\.[^.\\/]*$/.exec(file)?.[1];
}

async function chooseFile(
  files: readonly [string, ...string[]],
  { rootKey }: ClientFile,
  { name, readFile }: InstallTarget,
): Promise<string> {
  const texts = await Promise.all(files.map(async (file) => readFile(file)));
  const having = files.find((_, index) => writtenServers(texts[index], rootKey).has(name));
  return having ?? files.find((_, index) => texts[index] !== undefined) ?? files[0];
}

/** Creates the error for a server that cannot be written. */
export function serverInvalid(name: string, reason: string): ServerConfigError<'SERVER_INVALID'> {
  const message = `The server ${JSON.stringify(name.slice(0, 60))} cannot be written: ${reason}.`;
  return new ServerConfigError('SERVER_INVALID', message, { data: { name, reason } });
}

function clientUnknown(client: string): ServerConfigError<'CLIENT_UNKNOWN'> {
  const known = Object.keys(clientFiles);
  const meant = nearestName(client, known);
  const hint = meant === undefined ? `Known are ${known.join(', ')}.` : `Did you mean "${meant}"?`;
  const message = `Unknown client ${JSON.stringify(client.slice(0, 60))}. ${hint}`;
  return new ServerConfigError('CLIENT_UNKNOWN', message, { data: { client, known } });
}

function pathUnknown(client: ClientName, scope: ConfigSource): ServerConfigError<'PATH_UNKNOWN'> {
  const missing = clientFiles[client].scopes[scope]?.base === 'project' ? 'projectRoot' : 'homeDir';
  const message = `The ${scope} configuration of "${client}" cannot be found without ${missing}.`;
  return new ServerConfigError('PATH_UNKNOWN', message, { data: { client, scope, missing } });
}
