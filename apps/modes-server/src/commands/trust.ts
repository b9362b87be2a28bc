import { AppError, confirm, print, processTerminal, stripControls, type Terminal } from '@modegate/cli-kit';
import { describeLaunch, entryHash, escapeInvisible, quoteWord } from '@modegate/mcp-host/connections';
import { didYouMean } from '@modegate/nearest-name';
import type { ServerTrust, StartableEntry } from '@modegate/tool-gateway/trust';
import { findAgreeable, loadServerTrust } from '../gateway/server-trust.ts';
import { readSettingsProject } from '../modes/modes-state.ts';
import type { Settings } from '../settings/settings.ts';
import { withStateTexts } from '../storage/open-storage.ts';
import type { StateTexts } from '../storage/state-texts.ts';

/** Arguments of `modes-server trust`. */
export interface TrustFlags {
  /** Names of servers; an empty list means all servers. */
  readonly names: readonly string[];
  readonly list?: boolean;
  readonly revoke?: boolean;
  /** True to agree without being asked. */
  readonly yes?: boolean;
}

/**
 * Shows what the project's servers start, and asks for agreement on the terminal; with `--yes` or with names as
 * arguments, agreement is recorded without asking. `--list` only lists, and `--revoke` withdraws agreements.
 *
 * @returns The exit code: 1 if servers without agreement remain.
 * @throws {AppError} exit code 2 for an unknown server name, or if a question requires a terminal and stdin is not one.
 */
export function trust(settings: Settings, flags: TrustFlags, terminal: Terminal = processTerminal): Promise<number> {
  return withStateTexts(settings, (texts) => trustIn(settings, flags, { texts, terminal }));
}

async function trustIn(
  settings: Settings,
  flags: TrustFlags,
  { texts, terminal }: { readonly texts: StateTexts; readonly terminal: Terminal },
): Promise<number> {
  const record = await loadServerTrust(settings, texts.trustedServers, refuseDamaged);
  if (flags.revoke === true) return revoke(record, flags.names);
  const entries = findAgreeable(settings, await readSettingsProject(settings, { env: process.env }), record);
  if (flags.list === true) return list(record, entries, settings);
  const missing = chooseByName(entries, flags.names).filter((entry) => record.whyNotStarted(entry) !== undefined);
  if (missing.length === 0) print('You have trusted every server that this project can start.');
  const isAgreed = flags.yes === true || flags.names.length > 0;
  if (missing.length > 0 && !isAgreed && !terminal.isAttended) return refuseUnattended(missing, settings);
  const agreed = await agreeTo(missing, { record, settings, ask: isAgreed ? undefined : terminal });
  return agreed === missing.length ? 0 : 1;
}

/**
 * The record of agreements, and the terminal on which to ask; without a terminal, agreement is recorded without
 * asking.
 */
export interface AgreementOptions {
  readonly record: ServerTrust;
  readonly settings: Settings;
  readonly ask: Terminal | undefined;
}

/**
 * Shows what servers start, and stores the user's agreements.
 *
 * @returns The number of servers that have agreement.
 */
export async function agreeTo(
  entries: readonly StartableEntry[],
  { record, settings, ask }: AgreementOptions,
): Promise<number> {
  const agreed: StartableEntry[] = [];
  for (const entry of entries) {
    for (const line of describe(entry, settings)) print(line);
    if (ask === undefined || (await confirm(ask, `Allow ${quoteWord(entry.name)} to start?`))) agreed.push(entry);
  }
  if (agreed.length > 0) await record.agree(agreed);
  for (const { name } of agreed) print(`Trusted: ${quoteWord(name)}`);
  return agreed.length;
}

function chooseByName(entries: readonly StartableEntry[], names: readonly string[]): readonly StartableEntry[] {
  const known = entries.map(({ name }) => name);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown === undefined) return entries.filter(({ name }) => names.length === 0 || names.includes(name));
  const hint = didYouMean(unknown, known);
  throw new AppError(stripControls(`This project has no server '${unknown}' that needs to be trusted.${hint}`));
}

function list(record: ServerTrust, entries: readonly StartableEntry[], settings: Settings): number {
  for (const entry of entries) {
    const at = record.agreedAt(entry);
    print(`${quoteWord(entry.name)}: ${at === undefined ? 'not yet trusted' : `trusted on ${at}`}`);
    for (const line of describe(entry, settings).slice(1)) print(line);
  }
  const current = new Set(entries.map(entryHash));
  for (const [hash, { name, agreed }] of record.agreements)
    if (!current.has(hash))
      print(`${quoteWord(name)}: trusted on ${escapeInvisible(agreed)}, but the project has since changed it`);
  if (entries.length + record.agreements.size === 0)
    print('This project does not define any servers that need to be trusted.');
  return 0;
}

async function revoke(record: ServerTrust, names: readonly string[]): Promise<number> {
  const chosen = [...record.agreements].filter(([, { name }]) => names.length === 0 || names.includes(name));
  const unknown = names.find((name) => !chosen.some(([, server]) => server.name === name));
  if (unknown !== undefined) throw new AppError(stripControls(`You have not trusted a server '${unknown}' here.`));
  await record.revoke(chosen.map(([hash]) => hash));
  for (const [, { name }] of chosen) print(`Withdrawn: ${quoteWord(name)}`);
  if (chosen.length === 0) print('You have not trusted any servers here.');
  return 0;
}

function refuseUnattended(missing: readonly StartableEntry[], settings: Settings): never {
  for (const entry of missing) for (const line of describe(entry, settings)) print(line);
  throw new AppError(
    'This is not a terminal, so you cannot be asked. Review the servers above. Then list the names of the servers to trust, or add --yes to trust all of them.',
  );
}

/** Describes what an entry starts: its name, then a line for each part. */
export function describe(entry: StartableEntry, { projectRoot }: Settings): readonly string[] {
  const { line, place, values } = describeLaunch(entry, { folder: projectRoot });
  const from = `from ${quoteWord(entry.file)}:${entry.line}`;
  const details = [line, place, ...(values === undefined ? [] : [values]), from];
  return [quoteWord(entry.name), ...details.map((detail) => `    ${detail}`)];
}

/** Ends the command because the record of agreements cannot be read. */
export function refuseDamaged(problem: string): never {
  throw new AppError(stripControls(problem));
}
