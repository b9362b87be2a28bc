import type { ConfigFileKind, ServerEntry } from '@modegate/server-config';
import { startsModesServer } from '@modegate/server-config/clients';
import type { ProjectProblem } from './project.ts';

/** A server that a client starts directly although modes-server offers it, so that calls can bypass the modes. */
export interface GatewayBypass {
  readonly server: ServerEntry;
  /** The client's entry for modes-server. */
  readonly gateway: ServerEntry;
}

/** Entries to compare. */
export interface BypassSearch {
  /** Entries that each client reads. */
  readonly clients: readonly (readonly ServerEntry[])[];
  /**
   * Entries that modes-server reads if its own entry does not specify a file. Default: all entries that clients read.
   */
  readonly gateway?: readonly ServerEntry[] | undefined;
  /** Entries from files that are specified only in entries for modes-server. Default: none. */
  readonly named?: readonly ServerEntry[] | undefined;
  /** Scripts that start modes-server, in addition to those recognised by name. Default: none. */
  readonly ownScripts?: readonly string[] | undefined;
}

/**
 * More modes-server entries than anyone has; keeps a hostile file with a thousand servers from causing many
 * comparisons.
 */
const MAX_GATEWAYS = 50;

/**
 * Finds servers, without duplicates, that a client reaches both directly and through the gateway. Ignores disabled
 * entries and a gateway that is switched off; assumes that only the gateway reads files written by `adopt`. Pure
 * function.
 */
export function findGatewayBypasses({
  clients,
  gateway = clients.flat(),
  named = [],
  ownScripts = [],
}: BypassSearch): readonly GatewayBypass[] {
  const found = clients.flatMap((read) => {
    const reading = read.filter(({ kind, file, policy }) => kind !== 'generic' && !isAdopted(file) && !policy.disabled);
    const gateways = reading
      .filter((entry) => opensGateway(entry, ownScripts))
      .slice(0, MAX_GATEWAYS)
      .map((entry) => ({ entry, offered: offeredBy(entry, gateway, named) }));
    return reading.flatMap((server) => {
      if (gateways.length === 0 || startsOwn(server, ownScripts)) return [];
      const keys = keysOf(server);
      const through = gateways.find(({ offered }) => keys.some((key) => offered.has(key)));
      return through === undefined ? [] : [{ server, gateway: through.entry }];
    });
  });
  const once = new Map(found.map((one) => [`${one.server.file}\n${one.server.pointer}`, one]));
  return [...once.values()];
}

/** Groups entries by client, assuming that each kind of file belongs to one client. */
export function serversByClient(entries: readonly ServerEntry[]): readonly (readonly ServerEntry[])[] {
  const kinds = [...new Set(entries.map(({ kind }) => kind))];
  return kinds.map((kind) => entries.filter((entry) => entry.kind === kind));
}

/** Lists the server files specified in entries for modes-server, as written. */
export function gatewayServerFiles(entries: readonly ServerEntry[], ownScripts: readonly string[]): readonly string[] {
  const own = entries.filter((entry) => opensGateway(entry, ownScripts)).slice(0, MAX_GATEWAYS);
  return [...new Set(own.flatMap(serverFilesOf))];
}

/** Creates the problem for a gateway bypass, with its fix. */
export function gatewayBypassProblem({ server, gateway }: GatewayBypass): ProjectProblem {
  const [name, other] = [server.name, gateway.name].map((text) => JSON.stringify(text.slice(0, 60)));
  const client = adoptingClients[server.kind];
  const fix =
    client === undefined ? 'Take it out.' : `\`modes-server adopt --client ${client}\` moves it behind the gateway.`;
  const message = `The server ${name} can be reached in two ways: the client starts it directly, and ${other} also offers it. Calls can therefore bypass the modes. ${fix}`;
  const { file, pointer, line, column } = server;
  return { code: 'SERVER_REACHED_TWICE', severity: 'warning', message, file, pointer, line, column };
}

const adoptingClients: Readonly<Partial<Record<ConfigFileKind, string>>> = {
  roo: 'roo',
  'claude-code': 'claude-code',
  'claude-desktop': 'claude-desktop',
  vscode: 'vscode',
  cursor: 'cursor',
  cline: 'cline',
  windsurf: 'windsurf',
  zed: 'zed',
  opencode: 'opencode',
  'kilo-config': 'kilo',
};

/** True for a file written by `modes-server adopt`, which no client reads. */
function isAdopted(file: string): boolean {
  return /\.modegate\.json$|(?:^|[\\/])adopted[\\/][a-z-]+\.json$/.test(file);
}

function startsOwn(entry: ServerEntry, ownScripts: readonly string[]): boolean {
  return entry.state === 'valid' && entry.config.type === 'stdio' && startsModesServer(entry.config, ownScripts);
}

function opensGateway(entry: ServerEntry, ownScripts: readonly string[]): boolean {
  if (!startsOwn(entry, ownScripts) || entry.state !== 'valid' || entry.config.type !== 'stdio') return false;
  const { args, env } = entry.config;
  const mode = valuesOf(args, '--gateway').at(-1) ?? env.MODEGATE_GATEWAY_MODE;
  return mode?.toLowerCase() !== 'off';
}

/** Returns the keys of all servers that an entry for modes-server offers. */
function offeredBy(
  own: ServerEntry,
  usual: readonly ServerEntry[],
  named: readonly ServerEntry[],
): ReadonlySet<string> {
  const files = serverFilesOf(own);
  const offered =
    files.length === 0 ? usual : [...usual, ...named].filter(({ file }) => files.some((one) => isSameFile(one, file)));
  return new Set(offered.filter(({ policy }) => !policy.disabled).flatMap(keysOf));
}

function serverFilesOf(own: ServerEntry): readonly string[] {
  if (own.state !== 'valid' || own.config.type !== 'stdio') return [];
  return [...valuesOf(own.config.args, '--servers'), ...(own.config.env.MODEGATE_SERVERS?.split(',') ?? [])];
}

/**
 * Returns the keys of a server. Servers are considered equal if they have the same name, or the same command or
 * address.
 */
function keysOf(entry: ServerEntry): readonly string[] {
  const name = JSON.stringify({ name: entry.name });
  if (entry.state === 'invalid') return [name];
  const { config } = entry;
  return [name, JSON.stringify(config.type === 'stdio' ? [config.command, config.args] : [config.url])];
}

function valuesOf(args: readonly string[], flag: string): readonly string[] {
  return args.flatMap((word, index) => {
    if (word.startsWith(`${flag}=`)) return [word.slice(flag.length + 1)];
    const next = args[index + 1];
    return word === flag && next !== undefined ? [next] : [];
  });
}

/** One of the paths may be relative to the project, or may start with the client's variable for the project. */
function isSameFile(named: string, file: string): boolean {
  const [one = '', other = ''] = [named, file].map((path) =>
    path.replaceAll('\\', '/').replace(/^(?:\$\{workspaceFolder\}|\.)\//, ''),
  );
  return one === other || one.endsWith(`/${other}`) || other.endsWith(`/${one}`);
}
