import { homedir } from 'node:os';
import {
  backupFileName,
  type InstalledCommand,
  type InstalledUrl,
  type InstallPlan,
  planInstall,
  planUninstall,
} from '@modegate/server-config/clients';
import { applyFileChange, requireTextFile, withPathLock } from '@modegate/text-files';
import { AppError } from '@modegate/text-files/settings';
import type { Command } from 'commander';
import { confineToFolder } from '../confine-to-folder.ts';
import { print, stripControls, styled } from '../print.ts';
import { expandPath } from '../setting-values.ts';
import type { InstalledServer, InstallFlags } from './installed-server.ts';
import { givenOptions } from './serving-arguments.ts';

/**
 * Adds a server to a client's file with every serving option that was passed; shows the change and makes a backup.
 *
 * @throws {AppError} exit code 2 if the server would not start with these options.
 */
export async function install<Flags extends InstallFlags>(
  flags: Flags,
  server: InstalledServer<Flags>,
  program: Command,
): Promise<void> {
  await server.check(flags);
  const target = targetOf(flags, server);
  const { url } = flags;
  const entry = url === undefined ? entryOf(flags, server, program) : urlEntryOf({ ...flags, url }, server, program);
  const does = url === undefined ? 'starts' : 'connects to';
  const plan = () => planInstall({ ...target, entry });
  await carryOut(plan, { ...flags, ...target }, `The client ${does} the server the next time it loads this file.`);
  if (isReadableByOthers(flags))
    print(styled('yellow', 'The URL does not use https://, so others on the network can read the token.'));
  for (const text of (await server.remarks?.(flags)) ?? []) print(styled('yellow', stripControls(text)));
}

/** True if a token is sent unencrypted beyond this machine. */
function isReadableByOthers({ url, tokenVariable }: InstallFlags): boolean {
  if (url === undefined || tokenVariable === undefined) return false;
  return !/^(https:|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i.test(url);
}

/** Removes a server from a client's file. */
export async function uninstall<Flags extends InstallFlags>(
  flags: Flags,
  server: InstalledServer<Flags>,
): Promise<void> {
  const target = targetOf(flags, server);
  await carryOut(() => planUninstall(target), { ...flags, ...target }, 'The server is no longer in this file.');
}

/** Returns the file to which the flags refer, and how to read it. */
export function targetOf<Flags extends InstallFlags>(flags: Flags, server: InstalledServer<Flags>) {
  const projectRoot = expandPath(flags.projectRoot ?? server.projectRoot ?? '.');
  return {
    client: flags.client,
    name: flags.name,
    ...(flags.scope === undefined ? {} : { scope: flags.scope }),
    projectRoot,
    homeDir: homedir(),
    env: process.env,
    platform: process.platform,
    readFile: (file: string) => requireTextFile(file, confineToFolder(projectRoot, file)),
  };
}

/** Returns the entry with which a client reaches a server that is already running. */
function urlEntryOf<Flags extends InstallFlags>(
  { url, tokenVariable }: Flags & { readonly url: string },
  server: InstalledServer<Flags>,
  program: Command,
): InstalledUrl {
  const [option] = givenOptions(program, server);
  if (option === undefined) return { url, tokenVariable };
  throw new AppError(`${option} has no effect on a server that is already running. Pass it to that server instead.`);
}

/** Returns the entry with the command line that starts the server. */
export function entryOf<Flags extends InstallFlags>(
  flags: Flags,
  server: InstalledServer<Flags>,
  program: Command,
): InstalledCommand {
  if (flags.tokenVariable !== undefined)
    throw new AppError('--token-variable needs --url: a server that the client starts gets no token.');
  const args = [...server.ownArguments(flags), ...givenOptions(program, server)];
  if (flags.local === true) return { command: process.execPath, args: [process.argv[1] ?? '', ...args] };
  return { command: 'npx', args: ['-y', `${server.packageName}@${server.version}`, ...args] };
}

/** Makes the plan again while the file is locked, so that concurrent changes by another run are preserved. */
async function carryOut(
  makePlan: () => Promise<InstallPlan>,
  { dryRun, projectRoot }: { readonly dryRun?: boolean; readonly projectRoot: string },
  done: string,
): Promise<void> {
  const { file, change, diff } = await makePlan();
  if (change === 'none') return print(`${file}: nothing to change.`);
  if (dryRun !== true) return withPathLock(file, async () => write(await makePlan(), projectRoot, done));
  printDiff(diff);
  print();
  print('Nothing was written (--dry-run).');
}

async function write(plan: InstallPlan, projectRoot: string, done: string): Promise<void> {
  if (plan.change === 'none') return print(`${plan.file}: nothing to change.`);
  printDiff(plan.diff);
  const { backupFile } = await applyFileChange(plan, { backupFileName, ...confineToFolder(projectRoot, plan.file) });
  const backup = backupFile === undefined ? '' : ` The old content is in ${backupFile}.`;
  print();
  print(`${plan.file}: ${plan.after === undefined ? 'removed' : 'written'}.${backup}`);
  print(done);
}

/** Prints a diff in colour. */
export function printDiff(diff: string): void {
  for (const line of diff.trimEnd().split('\n')) print(colourDiffLine(line));
}

function colourDiffLine(line: string): string {
  if (/^(\+\+\+|---|@@)/.test(line)) return styled('dim', line);
  if (line.startsWith('+')) return styled('green', line);
  return line.startsWith('-') ? styled('red', line) : line;
}
