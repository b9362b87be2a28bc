import { resolve } from 'node:path';
import { type Log, stripControls } from '@modegate/cli-kit';
import {
  createConnections,
  describeLaunch,
  entryHash,
  escapeInvisible,
  quoteWord,
} from '@modegate/mcp-host/connections';
import type { Project } from '@modegate/project';
import { isInside } from '@modegate/text-files';
import {
  canAskUser,
  createServerTrust,
  type Gateway,
  type GatewayClient,
  type ServerTrust,
  type ServerTrustOptions,
  type StartableEntry,
} from '@modegate/tool-gateway';
import { realFolder } from '../real-folder.ts';
import type { Settings } from '../settings/settings.ts';
import { connectionsOptions } from './connect-servers.ts';

/** The trust of the settings: files of `--servers` outside of the project are one's own, and `--trust-project` agrees to all that the project names. */
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

/** True if those who change the project cannot change this file: it is outside the project's folder, and no link leads from or into it. */
function isOwnFile(file: string, { projectRoot, globalConfigDir, gateway }: Settings): boolean {
  const path = resolve(projectRoot, file);
  const real = realFolder(path);
  const isUsers = [globalConfigDir, gateway.stateDir].some((folder) => isInside(real, realFolder(folder)));
  return isUsers || (!isInside(path, resolve(projectRoot)) && !isInside(real, realFolder(projectRoot)));
}

/** The servers that wait for agreement or have it; not those that are switched off or cannot be started anyway. Starts none. */
export function findAgreeable(settings: Settings, { servers }: Project, trust: ServerTrust): readonly StartableEntry[] {
  const planned = createConnections({
    ...connectionsOptions(settings, process.env),
    entries: servers,
    onRequest: async (_server, method) => {
      throw new Error(`No client can answer '${method}'.`);
    },
  });
  return planned.servers.flatMap(({ entry, state }) =>
    entry.state === 'valid' && state.status !== 'disabled' && trust.needsAgreement(entry) ? [entry] : [],
  );
}

/** Those of a gateway's servers that are not started only because they are not yet agreed to. */
function findWithheld(servers: Gateway['connections']['servers'], trust: ServerTrust): readonly StartableEntry[] {
  return servers.flatMap(({ entry, state }) => {
    if (entry.state === 'invalid' || state.status !== 'disabled') return [];
    return state.reason === trust.whyNotStarted(entry) ? [entry] : [];
  });
}

interface TrustFollowing {
  readonly trust: ServerTrust;
  readonly gateway: Gateway;
  readonly log: Log;
  /** Whether a connection may be asked what runs on this machine. */
  readonly mayAgree: (connectionId: string) => boolean;
  /** Where servers are started whose entries name no folder. */
  readonly folder: string;
}

/** Keeps the servers of a gateway to those that may be started, and asks the user about the others. */
export function followTrust({ trust, gateway, log, mayAgree, folder }: TrustFollowing): {
  readonly ready: Promise<void>;
  readonly use: (entries: Project['servers']) => Promise<void>;
  readonly ask: () => void;
} {
  let entries: Project['servers'] = [];
  let told: ReadonlySet<string> = new Set();
  const ready = trust.load();
  let isLoaded = false;
  const apply = async (): Promise<void> => {
    const updating = gateway.connections.update(entries);
    const lines = new Set(
      findWithheld(gateway.connections.servers, trust).map((entry) =>
        stripControls(`${entry.name}: ${trust.whyNotStarted(entry)}`),
      ),
    );
    for (const line of lines) if (!told.has(line)) log.warning(line);
    told = lines;
    ask();
    await updating;
  };
  const ask = createQuestions({ trust, gateway, log, mayAgree, folder });
  trust.onChange(() => {
    if (isLoaded) apply().catch((error: unknown) => log.error('The servers could not be updated', error));
  });
  return {
    ready: ready.then(() => {
      isLoaded = true;
      return undefined;
    }),
    use: async (next) => {
      entries = next;
      if (!isLoaded) await ready;
      await apply();
    },
    ask,
  };
}

/** Asks one question at a time of a client that can show it; what is cancelled is not asked again in this run. */
function createQuestions({ trust, gateway, log, mayAgree, folder }: TrustFollowing): () => void {
  const asked = new Set<string>();
  let isAsking = false;
  const ask = async (): Promise<void> => {
    for (;;) {
      const client = [...gateway.clients.values()].find(
        ({ connectionId, capabilities, isStateless }) =>
          isStateless !== true && canAskUser(capabilities) && mayAgree(connectionId),
      );
      const entry = findWithheld(gateway.connections.servers, trust).find(
        (one) => trust.isOpen(one) && !asked.has(entryHash(one)),
      );
      if (client === undefined || entry === undefined) return;
      asked.add(entryHash(entry));
      const answer = await put(client, questionAbout(entry, folder)).catch((error: unknown) => {
        // The question was not seen, or can no longer be answered.
        asked.delete(entryHash(entry));
        throw error;
      });
      if (answer === 'accept') {
        await trust.agree([entry]);
        asked.delete(entryHash(entry));
      }
      if (answer === 'decline') trust.refuse(entry);
      log.info(stripControls(`${entry.name}: asked whether to start it, the user answered '${answer}'.`));
    }
  };
  return () => {
    if (isAsking) return;
    isAsking = true;
    ask()
      .catch((error: unknown) => log.info(`Could not ask about the project's servers: ${String(error)}`))
      .finally(() => {
        isAsking = false;
      });
  };
}

async function put(client: GatewayClient, message: string): Promise<string> {
  const params = { message, requestedSchema: { type: 'object', properties: {} } };
  const { signal } = new AbortController();
  return String((await client.ask({ method: 'elicitation/create', params, signal })).action);
}

/** The most characters of a line in a question, so that a long one does not hide the others. */
const MAX_LINE = 1_500;

/** The question about one server. Each line is ours up to its colon, and what the file says is escaped. */
export function questionAbout(entry: StartableEntry, folder: string): string {
  const { line, place, values, isCut } = describeLaunch(entry, { folder, maxLine: MAX_LINE });
  return [
    `Modegate asks: may it start the server ${quoteWord(entry.name).slice(0, 200)} of this project? It runs on your machine, with your rights:`,
    `- runs: ${line}`,
    `- ${place}`,
    ...(values === undefined ? [] : [`- ${values}`]),
    ...(isCut ? ["- cut: not all is shown here; 'modes-server trust --list' in the project's folder shows it"] : []),
    `- named by: ${escapeInvisible(entry.file).slice(0, 500)}, line ${entry.line}`,
    'Agree only if you trust this project. You are asked again when the entry changes.',
  ].join('\n');
}
