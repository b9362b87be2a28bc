import { readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { applyPlan, type InstallPlan, planInstall, planUninstall } from '@modegate/mcp-host/config';
import { AppError } from '../app-error.ts';
import { expandPath } from '../setting-values.ts';
import { version } from '../version.ts';
import { print, styled } from './print.ts';

/** What the command line says about an installation. */
export interface InstallFlags {
  readonly client: string;
  readonly scope?: 'project' | 'global';
  readonly name: string;
  readonly dryRun?: boolean;
  readonly projectRoot?: string;
  readonly mode?: string;
  /** Start this very file with Node instead of the published package. */
  readonly local?: boolean;
}

/** Adds this server to a client's file: shows the change, keeps a backup. */
export async function install(flags: InstallFlags): Promise<void> {
  const plan = await planInstall({ ...target(flags), entry: command(flags) });
  await carryOut(plan, flags, 'The client starts the server the next time it loads this file.');
}

/** Takes this server out of a client's file again. */
export async function uninstall(flags: InstallFlags): Promise<void> {
  await carryOut(await planUninstall(target(flags)), flags, 'The server is no longer in this file.');
}

function target(flags: InstallFlags) {
  const projectRoot = expandPath(flags.projectRoot ?? process.env.ROO_PROJECT_ROOT ?? '.');
  const scope = flags.scope === undefined ? {} : { scope: flags.scope };
  return {
    client: flags.client,
    name: flags.name,
    ...scope,
    projectRoot,
    homeDir: homedir(),
    env: process.env,
    platform: process.platform,
    readFile: readTextFile,
  };
}

function command(flags: InstallFlags): { readonly command: string; readonly args: readonly string[] } {
  const start =
    flags.local === true
      ? [process.execPath, process.argv[1] ?? '']
      : ['npx', '-y', `@modegate/modes-server@${version}`];
  const args = [
    ...start.slice(1),
    ...projectArguments(flags),
    ...(flags.mode === undefined ? [] : ['--mode', flags.mode]),
  ];
  return { command: start[0] ?? 'npx', args };
}

// The client's own variable, for it to replace.
const workspaceFolder = `\${workspaceFolder}`;

/** Clients of an editor start servers in the project folder or can name it; a client without one must be told where the project is. */
function projectArguments(flags: InstallFlags): readonly string[] {
  if (flags.projectRoot !== undefined) return ['--project-root', expandPath(flags.projectRoot)];
  if (['vscode', 'cursor', 'roo', 'zoo'].includes(flags.client)) return ['--project-root', workspaceFolder];
  return flags.client === 'claude-code' ? [] : ['--project-root', expandPath('.')];
}

async function carryOut(plan: InstallPlan, flags: InstallFlags, done: string): Promise<void> {
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
  const { backupFile } = await applyPlan(plan);
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

async function readTextFile(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, 'utf8');
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new AppError(`${file} could not be read: ${(cause as Error).message}`, 1, cause);
  }
}
