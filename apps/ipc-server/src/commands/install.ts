import { homedir } from 'node:os';
import { isAbsolute, relative } from 'node:path';
import { backupFileName, type InstallPlan, planInstall, planUninstall } from '@modegate/server-config';
import { applyFileChange, requireTextFile } from '@modegate/text-files';
import { type AddressFlags, chooseAddress, expandPath } from '../address-settings.ts';
import { version } from '../version.ts';
import { print, styled } from './print.ts';

/** The clients `install` knows; the first scope of each is the default. */
export const installClients = ['roo', 'zoo', 'claude-code', 'claude-desktop', 'vscode', 'cursor'] as const;

/** What the command line says about an installation. */
export interface InstallFlags extends AddressFlags {
  readonly client: string;
  readonly scope?: 'project' | 'global';
  readonly name: string;
  readonly dryRun?: boolean;
  readonly projectRoot?: string;
  readonly dialect?: string;
  readonly push?: boolean;
  /** Start this very file with Node instead of the published package. */
  readonly local?: boolean;
}

/** Adds this server to a client's file: shows the change, keeps a backup. */
export async function install(flags: InstallFlags): Promise<void> {
  // What is written must work, so it is held to the same rules as when serving.
  chooseAddress(flags, {});
  const plan = await planInstall({ ...target(flags), entry: command(flags) });
  await carryOut(plan, flags, 'The client starts the server the next time it loads this file.');
}

/** Takes this server out of a client's file again. */
export async function uninstall(flags: InstallFlags): Promise<void> {
  await carryOut(await planUninstall(target(flags)), flags, 'The server is no longer in this file.');
}

function target(flags: InstallFlags) {
  const projectRoot = projectRootOf(flags);
  const scope = flags.scope === undefined ? {} : { scope: flags.scope };
  return {
    client: flags.client,
    name: flags.name,
    ...scope,
    projectRoot,
    homeDir: homedir(),
    env: process.env,
    platform: process.platform,
    readFile: (file: string) => requireTextFile(file, stayIn(projectRoot, file)),
  };
}

function projectRootOf(flags: InstallFlags): string {
  return expandPath(flags.projectRoot ?? '.');
}

function command(flags: InstallFlags): { readonly command: string; readonly args: readonly string[] } {
  const { address } = chooseAddress(flags, {});
  const [program = 'npx', ...start] =
    flags.local === true ? [process.execPath, process.argv[1] ?? ''] : ['npx', '-y', `@modegate/ipc-server@${version}`];
  const option = (name: string, value: string | undefined) => (value === undefined ? [] : [name, value]);
  return {
    command: program,
    args: [
      ...start,
      ...option('--socket', address.kind === 'socket' ? address.path : flags.socket),
      ...option('--host', flags.host),
      ...option('--port', flags.port),
      ...option('--dialect', flags.dialect),
      ...(flags.push === false ? ['--no-push'] : []),
    ],
  };
}

async function carryOut(plan: InstallPlan, flags: InstallFlags, done: string): Promise<void> {
  const projectRoot = projectRootOf(flags);
  if (plan.change === 'none') {
    print(`${plan.file}: nothing to change.`);
    return;
  }
  for (const line of plan.diff.trimEnd().split('\n')) print(colourDiffLine(line));
  if (flags.dryRun === true) {
    print('');
    print('Nothing was written (--dry-run).');
    return;
  }
  const { backupFile } = await applyFileChange(plan, { backupFileName, ...stayIn(projectRoot, plan.file) });
  print('');
  print(
    `${plan.file}: ${plan.after === undefined ? 'removed' : 'written'}.${backupFile === undefined ? '' : ` The old content is in ${backupFile}.`}`,
  );
  print(done);
}

function colourDiffLine(line: string): string {
  if (/^(\+\+\+|---|@@)/.test(line)) return styled('dim', line);
  if (line.startsWith('+')) return styled('green', line);
  return line.startsWith('-') ? styled('red', line) : line;
}

/** A file of the project is not read or written through a link that leaves the project; the user's own files may be links. */
function stayIn(projectRoot: string, file: string): { readonly within?: string } {
  const inside = relative(projectRoot, file);
  return inside.startsWith('..') || isAbsolute(inside) ? {} : { within: projectRoot };
}
