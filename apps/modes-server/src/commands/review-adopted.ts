import { print, processTerminal, type Terminal } from '@modegate/cli-kit';
import { escapeInvisible, quoteWord } from '@modegate/mcp-host/connections';
import type { ServerEntry } from '@modegate/server-config';
import type { StartableEntry } from '@modegate/tool-gateway/trust';
import { findAgreeable, loadServerTrust } from '../gateway/server-trust.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { withStateTexts } from '../storage/open-storage.ts';
import { type AgreementOptions, agreeTo, describe, refuseDamaged } from './trust.ts';

/** The gateway's file after `adopt`. */
export interface AdoptedFile {
  readonly serversFile: string;
  /** Names of the servers that were already in the file. */
  readonly present: readonly string[];
  /** True to ask the user about each server; otherwise, the earlier servers are only shown. */
  readonly isAsking: boolean;
}

/**
 * Shows what the servers already in the gateway's file start. For a project file, asks about each server, including
 * adopted ones: consent given to the client is not sufficient, because the gateway requires separate consent.
 *
 * @param settings - Settings with the gateway's file as the only server file.
 */
export async function reviewAdopted(
  settings: Settings,
  { serversFile, present, isAsking }: AdoptedFile,
  terminal: Terminal = processTerminal,
): Promise<void> {
  const project = await readSettingsProject(settings, { env: process.env });
  const before = project.servers.filter(({ name }) => present.includes(name));
  if (before.length > 0) print(`\nIn ${escapeInvisible(serversFile)} before:`);
  for (const entry of before) printEntry(entry, settings);
  if (!isAsking) return;
  await withStateTexts(settings, async ({ trustedServers }) => {
    const record = await loadServerTrust(settings, trustedServers, refuseDamaged);
    const missing = findAgreeable(settings, project, record).filter(
      (entry) => record.whyNotStarted(entry) !== undefined,
    );
    if (missing.length > 0) await ask(missing, { record, settings, ask: terminal });
  });
}

async function ask(
  missing: readonly StartableEntry[],
  { record, settings, ask: terminal }: AgreementOptions & { readonly ask: Terminal },
): Promise<void> {
  print('\nThe gateway starts these servers only after you trust them:');
  if (!terminal.isAttended) for (const entry of missing) printEntry(entry, settings);
  else if ((await agreeTo(missing, { record, settings, ask: terminal })) === missing.length) return;
  const [{ file }] = missing as [StartableEntry];
  print(
    `To trust them later, run this command in the project's folder: modes-server trust --servers ${quoteWord(file)}`,
  );
}

function printEntry(entry: ServerEntry, settings: Settings): void {
  if (entry.state === 'valid') for (const line of describe(entry, settings)) print(line);
  else print(`${quoteWord(entry.name)}: cannot be started, because its entry has errors.`);
}
