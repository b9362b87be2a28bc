import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { holdSignals, processTerminal, type Terminal } from '@modegate/cli-kit';
import type {
  Connections,
  LaunchEnvironment,
  TrustedServers,
  UpstreamServer,
  WhyNotStarted,
} from '@modegate/mcp-host/connections';
import type { ServerInventory } from '@modegate/policy-check/permissions';
import { escapeControls } from '@modegate/policy-check/reporters';
import { projectServerFiles } from '@modegate/project';
import { type ServerEntry, substituteVariables } from '@modegate/server-config';
import { readTextFile } from '@modegate/text-files';
import { version } from '../../version.ts';
import { parseInventoryTools } from '../inventory.ts';
import { confirmStart } from './confirm-start.ts';
import { describeStarts } from './describe-starts.ts';
import type { LiveSettings } from './live-settings.ts';

/** Responses from servers that were started in order to query them. */
export interface LiveInventory {
  /** All servers; those whose tools are unknown have no `tools`. Undefined if there was no server to query. */
  readonly inventory: readonly ServerInventory[] | undefined;
  /** Names of servers that should have answered but did not. */
  readonly unanswered: readonly string[];
}

/** Input for `loadLiveInventory`. */
export interface LiveQuestion {
  /** Server entries; if several have the same name, only the first is used. */
  readonly entries: readonly ServerEntry[];
  readonly live: LiveSettings;
  /** Absolute path of the project folder. */
  readonly root: string;
  /** Terminal on which to ask for permission. Default: the terminal of this process. */
  readonly terminal?: Terminal;
}

/**
 * Shows on the terminal which servers would be started, and asks for permission. Then starts them, reads their tool
 * lists and stops them; lists on the terminal any that did not answer.
 *
 * @throws {AppError} exit code 2 if there is no terminal on which to ask, 4 if the answer is no.
 */
export async function loadLiveInventory(question: LiveQuestion): Promise<LiveInventory> {
  const { live, root, terminal = processTerminal } = question;
  const launchEnvironment: LaunchEnvironment = {
    env: process.env,
    workspaceFolder: root,
    userHome: homedir(),
    platform: process.platform,
  };
  const host = await import('@modegate/mcp-host/connections');
  // If the user is asked, answering yes is treated as approval.
  const isAsked = !live.isConfirmed || live.isProjectTrusted;
  const whyNotStarted = isAsked ? undefined : await readAgreedStarts(live.trustFile, root);
  const connections = connect(host, { ...question, launchEnvironment, whyNotStarted });
  const planned = connections.servers;
  for (const line of await describeStarts(planned, root)) terminal.write(`${line}\n`);
  const count = planned.filter(({ state }) => state.status !== 'disabled').length;
  await confirmStart(count, { isConfirmed: live.isConfirmed, terminal });
  const answered = count === 0 ? planned : await ask(host, connections, live);
  const readings = answered.map((server) => {
    const problem =
      host.explainUnanswered(server, live.timeoutMs) ?? whyNotAsked(server, { launchEnvironment, whyNotStarted });
    return problem === undefined ? readServer(server) : { server: { name: server.name }, problem };
  });
  const silent = readings.filter(({ problem }) => problem !== undefined);
  for (const { server, problem } of silent)
    terminal.write(`${escapeControls(`modegate: '${server.name}' did not list its tools: ${problem}`)}\n`);
  if (count === 0 && silent.length === 0) return { inventory: undefined, unanswered: [] };
  return { inventory: readings.map(({ server }) => server), unanswered: silent.map(({ server }) => server.name) };
}

/** Environment in which servers are started, and the function that explains why some are not. */
interface StartConditions {
  readonly launchEnvironment: LaunchEnvironment;
  readonly whyNotStarted: WhyNotStarted | undefined;
}

/** Imported only in a run that starts servers. */
type Host = typeof import('@modegate/mcp-host/connections');

function connect(
  { createConnections }: Host,
  { entries, launchEnvironment, whyNotStarted, live }: LiveQuestion & StartConditions,
): Connections {
  return createConnections({
    entries,
    clientInfo: { name: 'modegate', version },
    launchEnvironment,
    whyNotStarted,
    ownScripts: [],
    initializeTimeoutMs: live.timeoutMs,
    onRequest: async (_server, method) => {
      throw new Error(`No client is available to answer '${method}'.`);
    },
  });
}

interface ServerReading {
  readonly server: ServerInventory;
  /** Reason why the server's tools are unknown although it was queried. */
  readonly problem?: string;
}

async function ask(
  { queryServers }: Host,
  connections: Connections,
  { timeoutMs }: LiveSettings,
): Promise<readonly UpstreamServer[]> {
  const interruption = holdSignals();
  try {
    return await queryServers(connections, { timeoutMs, interruption: interruption.signal });
  } finally {
    interruption.finish();
  }
}

function readServer({ name, state, tools }: UpstreamServer): ServerReading {
  if (state.status === 'disabled') return { server: { name } };
  const known = parseInventoryTools(tools);
  return known === undefined
    ? { server: { name }, problem: 'It lists invalid tools.' }
    : { server: { name, tools: known } };
}

/**
 * Returns the reason a server was not queried. Servers that are disabled or invalid, and modes-server itself, were
 * never expected to answer; servers that lack only a value on this machine or an approval were expected to answer.
 */
function whyNotAsked(
  { entry, state }: UpstreamServer,
  { launchEnvironment, whyNotStarted }: StartConditions,
): string | undefined {
  if (state.status !== 'disabled' || entry.state === 'invalid' || entry.policy.disabled) return undefined;
  if (state.reason === whyNotStarted?.(entry)) return state.reason;
  const { problems } = substituteVariables(entry.config, { ...launchEnvironment, kind: entry.kind });
  return problems.some(({ code }) => code !== 'variable-unknown') ? state.reason : undefined;
}

/**
 * Returns a function that explains why a server is not started without asking: only the project specifies the server,
 * and the user has not approved it with `modes-server trust`. An unreadable record approves nothing.
 *
 * @param file - The record maintained by modes-server, which is only read here.
 * @param root - The project's folder.
 */
async function readAgreedStarts(file: string, root: string): Promise<WhyNotStarted> {
  const { entryHash, readTrustedServers } = await import('@modegate/mcp-host/connections');
  const reading = await readTextFile(file);
  const parsed = reading.state === 'read' ? readTrustedServers(reading.text, realpathSync(root)) : undefined;
  const agreed: TrustedServers = parsed?.ok === true ? parsed.servers : new Map();
  return (entry) => {
    if (entry.source === 'global' || agreed.has(entryHash(entry))) return undefined;
    // modes-server does not read other agents' files.
    const isReviewed = projectServerFiles.some((name) => `/${entry.file}`.endsWith(`/${name}`));
    const review = isReviewed ? "Review it with 'modes-server trust', or add" : 'Review it, and add';
    return `Only this project configures this server, and you have not trusted it yet. ${review} --trust-project.`;
  };
}
