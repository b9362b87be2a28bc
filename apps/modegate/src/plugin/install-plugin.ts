import { mkdir, readFile, realpath, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import type { PluginAgent } from '@modegate/agent-hooks';
import { AppError, confineToFolder, print } from '@modegate/cli-kit';
import { replaceTextFile, requireTextFile } from '@modegate/text-files';
import { type InstalledSettings, settingsName } from '../hook/installed-settings.ts';
import { stateDir } from '../settings.ts';
import { clinePlugin } from './cline-plugin.ts';

/** Location of a plugin and its settings. */
export interface PluginTarget {
  readonly file: string;
  /** Folder of the project. */
  readonly root: string;
  readonly installed: InstalledSettings;
}

/** The first line identifies a Modegate plugin. */
const firstLine =
  '// Written by `modegate hook install`. Do not change it: an agent drops a plugin that does not load.\n';

/**
 * Copies an agent's plugin, with its settings, to the agent's plugin folder.
 *
 * @throws {AppError} exit code 2 when a file that Modegate did not write already exists at that path.
 */
export async function writePlugin(
  agent: PluginAgent,
  { file, root, installed }: PluginTarget,
  { dryRun }: { readonly dryRun?: boolean },
): Promise<void> {
  const before = await readPlugin(file, root);
  const whole = `${firstLine}const ${settingsName} = ${JSON.stringify(installed)};\n${await readBundle(agent)}`;
  const rest = agent === 'cline' ? clineRestFile(whole) : undefined;
  const after = rest === undefined ? whole : `${firstLine}${clinePlugin(rest)}`;
  // Must be written first, because the small file refers to it.
  if (rest !== undefined && dryRun !== true) await writeRest(rest, whole);
  if (before === after) return print(`${file}: nothing to change.`);
  if (before !== undefined && !before.startsWith(firstLine))
    throw new AppError(`${file} was not written by Modegate, so it was left unchanged. Move it elsewhere first.`);
  const what = `${before === undefined ? 'a new file' : 'a new version of the plugin'} (${Math.ceil(after.length / 1024)} KiB), with ${JSON.stringify(installed)}`;
  print(`${file}: ${what}.`);
  if (dryRun === true) return print('Nothing was written (--dry-run).');
  await mkdir(dirname(file), { recursive: true });
  await replaceTextFile(file, after, confineToFolder(root, file));
  print(`${file}: written.`);
}

/** Removes the plugin; leaves a file that Modegate did not write in place. */
export async function removePlugin(
  file: string,
  root: string,
  { dryRun }: { readonly dryRun?: boolean },
): Promise<void> {
  if (!(await isInstalledPlugin(file, root))) return print(`${file}: nothing to change.`);
  if (dryRun === true) return print(`${file}: would be removed. Nothing was changed (--dry-run).`);
  await rm(file);
  print(`${file}: removed.`);
}

/** True if a Modegate plugin exists at the given path. */
export async function isInstalledPlugin(file: string, root: string): Promise<boolean> {
  return (await readPlugin(file, root))?.startsWith(firstLine) === true;
}

/** Returns the settings with which a plugin was installed; undefined if no Modegate plugin exists at that path. */
export async function readPluginSettings(file: string, root: string): Promise<InstalledSettings | undefined> {
  const text = await readPlugin(file, root);
  if (text?.startsWith(firstLine) !== true) return undefined;
  const written = new RegExp(`^const ${settingsName} = (.*);$`, 'm').exec(text)?.[1];
  return written === undefined ? {} : (JSON.parse(written) as InstalledSettings);
}

function readPlugin(file: string, root: string): Promise<string | undefined> {
  return requireTextFile(file, confineToFolder(root, file));
}

/** Returns the path of the rest of Cline's plugin, which is outside the project, where no mode may write. */
function clineRestFile(text: string): string {
  return join(stateDir(), 'hooks', `cline-${crc32(text).toString(16)}.mjs`);
}

async function writeRest(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await replaceTextFile(file, text);
}

async function readBundle(agent: PluginAgent): Promise<string> {
  // Package managers start programs through a symbolic link.
  const program = dirname(await realpath(process.argv[1] ?? ''));
  return readFile(join(program, 'plugins', `${agent}.js`), 'utf8');
}
