import { type Log, stripControls } from '@modegate/cli-kit';
import {
  type Connections,
  describeLaunch,
  entryHash,
  escapeInvisible,
  quoteWord,
} from '@modegate/mcp-host/connections';
import { canAskUser, type GatewayClient, type GatewayClients } from '@modegate/tool-gateway';
import type { ServerTrust, StartableEntry } from '@modegate/tool-gateway/trust';
import { findUntrusted } from './server-trust.ts';

/** The untrusted servers, and the clients whose users may trust them. */
export interface StartConsentOptions extends Pick<GatewayClients, 'clients'> {
  readonly connections: Connections;
  readonly trust: ServerTrust;
  readonly log: Log;
  /** True if the user behind a connection may decide which programs run on this machine. */
  readonly mayDecide: (connectionId: string) => boolean;
  /** The folder for servers whose entries do not specify one. */
  readonly folder: string;
}

/** Returns a function that asks about untrusted servers, one question at a time; a cancelled question is not repeated in this run. */
export function createStartConsent(options: StartConsentOptions): () => void {
  const { trust, connections, clients, log, mayDecide, folder } = options;
  const asked = new Set<string>();
  let isAsking = false;
  const ask = async (): Promise<void> => {
    for (;;) {
      const client = [...clients.values()].find(
        ({ connectionId, capabilities, isStateless }) =>
          isStateless !== true && canAskUser(capabilities) && mayDecide(connectionId),
      );
      const entry = findUntrusted(connections.servers, trust).find(
        (one) => trust.isOpen(one) && !asked.has(entryHash(one)),
      );
      if (client === undefined || entry === undefined) return;
      asked.add(entryHash(entry));
      const answer = await askClient(client, startQuestion(entry, folder)).catch((error: unknown) => {
        // The question was not seen, or can no longer be answered.
        asked.delete(entryHash(entry));
        throw error;
      });
      if (answer === 'accept') {
        await trust.agree([entry]);
        asked.delete(entryHash(entry));
      }
      if (answer === 'decline') trust.refuse(entry);
      log.info(stripControls(`${entry.name}: when asked whether to start this server, the user answered '${answer}'.`));
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

async function askClient(client: GatewayClient, message: string): Promise<string> {
  const params = { message, requestedSchema: { type: 'object', properties: {} } };
  const { signal } = new AbortController();
  return String((await client.ask({ method: 'elicitation/create', params, signal })).action);
}

/** Maximum length of a line in a question, in characters, so that a long line does not hide the others. */
const MAX_LINE = 1_500;

/**
 * Creates the question about one server. modes-server itself writes the part of each line up to the colon; text from
 * the file is escaped.
 */
export function startQuestion(entry: StartableEntry, folder: string): string {
  const { line, place, values, isCut } = describeLaunch(entry, { folder, maxLine: MAX_LINE });
  return [
    `Modegate asks: may it start this project's server ${quoteWord(entry.name).slice(0, 200)}? It runs on your machine, with your permissions:`,
    `- runs: ${line}`,
    `- ${place}`,
    ...(values === undefined ? [] : [`- ${values}`]),
    ...(isCut ? ["- shortened: run 'modes-server trust --list' in the project's folder to see everything"] : []),
    `- named by: ${escapeInvisible(entry.file).slice(0, 500)}, line ${entry.line}`,
    'Agree only if you trust this project. You will be asked again if the entry changes.',
  ].join('\n');
}
