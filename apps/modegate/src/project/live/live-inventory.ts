import { homedir } from 'node:os';
import type { Connections, ConnectionsOptions, Surroundings, UpstreamServer } from '@modegate/mcp-host/connections';
import type { KnownServer } from '@modegate/policy-check';
import { printable } from '@modegate/policy-check/reporters';
import { processTerminal, type Terminal } from '@modegate/program-shell';
import { type ServerEntry, substituteVariables } from '@modegate/server-config';
import { version } from '../../version.ts';
import { readKnownTools } from '../inventory.ts';
import { readAgreedStarts } from './agreed-starts.ts';
import { askServers } from './ask-servers.ts';
import { confirmStart } from './confirm-start.ts';
import { describeStarts } from './describe-starts.ts';
import type { LiveSettings } from './live-settings.ts';

/** What servers answered that were started to be asked. */
export interface LiveInventory {
  /** Every server; without `tools` where nobody knows them. Undefined when there was nobody to ask. */
  readonly inventory: readonly KnownServer[] | undefined;
  /** Names of those that should have answered and did not. */
  readonly unanswered: readonly string[];
}

/** What is asked, and where. */
export interface LiveQuestion {
  /** Of several entries of one name the first counts. */
  readonly entries: readonly ServerEntry[];
  readonly live: LiveSettings;
  /** Absolute folder of the project. */
  readonly root: string;
  /** Default: that of this process. */
  readonly terminal?: Terminal;
}

/**
 * Tells on the terminal what it would start, asks, starts the servers, reads the lists of their tools and stops them. Servers that do not
 * answer are named on the terminal.
 *
 * @throws {AppError} exit code 2 without a terminal to ask on, 4 when the answer is no.
 */
export async function loadLiveInventory(question: LiveQuestion): Promise<LiveInventory> {
  const { live, root, terminal = processTerminal } = question;
  const surroundings: Surroundings = {
    env: process.env,
    workspaceFolder: root,
    userHome: homedir(),
    platform: process.platform,
  };
  // Where somebody is asked, the answer is the agreement.
  const isAsked = !live.isConfirmed || live.isProjectTrusted;
  const whyNotStarted = isAsked ? undefined : await readAgreedStarts(live.trustFile, root);
  const connections = await connect(question.entries, { surroundings, whyNotStarted }, live);
  const planned = connections.servers;
  for (const line of await describeStarts(planned, root)) terminal.write(`${line}\n`);
  const count = planned.filter(isStartable).length;
  await confirmStart(count, { isConfirmed: live.isConfirmed, terminal });
  const answered = count === 0 ? planned : await askServers(connections, live.timeoutMs);
  const readings = answered.map((server) => readServer(server, { surroundings, whyNotStarted }, live));
  const silent = readings.filter(({ problem }) => problem !== undefined);
  for (const { server, problem } of silent)
    terminal.write(`${printable(`modegate: '${server.name}' did not say what it offers: ${problem}`)}\n`);
  if (count === 0 && silent.length === 0) return { inventory: undefined, unanswered: [] };
  return { inventory: readings.map(({ server }) => server), unanswered: silent.map(({ server }) => server.name) };
}

/** Nothing is loaded of the connections, and none is made, by a run that starts no server. */
async function connect(
  entries: readonly ServerEntry[],
  origin: Pick<ConnectionsOptions, 'surroundings' | 'whyNotStarted'>,
  { timeoutMs }: LiveSettings,
): Promise<Connections> {
  const { createConnections } = await import('@modegate/mcp-host/connections');
  return createConnections({
    entries,
    clientInfo: { name: 'modegate', version },
    ...origin,
    ownScripts: [],
    initializeTimeoutMs: timeoutMs,
    onRequest: async (_server, method) => {
      throw new Error(`Nobody is there to answer '${method}'.`);
    },
  });
}

function isStartable({ state }: UpstreamServer): boolean {
  return state.status !== 'disabled';
}

interface ServerReading {
  readonly server: KnownServer;
  /** Why its tools are not known though they were asked for. */
  readonly problem?: string;
}

function readServer(
  server: UpstreamServer,
  { surroundings, whyNotStarted }: Pick<ConnectionsOptions, 'surroundings' | 'whyNotStarted'>,
  { timeoutMs }: LiveSettings,
): ServerReading {
  const { name, state, errors, complete, tools } = server;
  const lastError = errors.findLast(({ level }) => level !== 'info')?.message;
  const silent = (problem: string): ServerReading => ({ server: { name }, problem });
  switch (state.status) {
    case 'disabled':
      return lacksVariable(server, surroundings) || isWithheld(server, whyNotStarted)
        ? silent(state.reason)
        : { server: { name } };
    case 'disconnected':
      return silent(state.reason);
    case 'connecting':
      return silent(lastError ?? `It did not answer within ${timeoutMs / 1_000} s; --timeout gives it longer.`);
    case 'connected': {
      if (!complete.tools)
        return silent(
          lastError ?? `It did not list its tools within ${timeoutMs / 1_000} s; --timeout gives it longer.`,
        );
      const known = readKnownTools(tools);
      return known === undefined ? silent('It lists tools that are none.') : { server: { name, tools: known } };
    }
  }
}

/** Whether a server was not started only because nobody has agreed to it. */
function isWithheld({ entry, state }: UpstreamServer, whyNotStarted: ConnectionsOptions['whyNotStarted']): boolean {
  return entry.state === 'valid' && state.status === 'disabled' && state.reason === whyNotStarted?.(entry);
}

/** What is switched off, invalid or modes-server itself was never to answer; what only lacks a value here was. */
function lacksVariable({ entry }: UpstreamServer, surroundings: Surroundings): boolean {
  if (entry.state === 'invalid' || entry.policy.disabled) return false;
  const { problems } = substituteVariables(entry.config, { ...surroundings, kind: entry.kind });
  return problems.some(({ code }) => code !== 'variable-unknown');
}
