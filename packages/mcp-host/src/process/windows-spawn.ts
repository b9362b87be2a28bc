import { win32 } from 'node:path';
import { preview } from '@modegate/json-rpc';
import { HostError } from '../host-error.ts';

/** The command line to pass to the operating system. */
export interface SpawnPlan {
  readonly command: string;
  readonly args: readonly string[];
  /** True if the arguments are already quoted and must be joined unchanged (Windows only). */
  readonly verbatim: boolean;
}

export interface WindowsSpawnRequest {
  readonly command: string;
  readonly args: readonly string[];
  /** The environment of the process; only the PATH and PATHEXT variables are used. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly fileExists: (path: string) => boolean;
}

/**
 * Plans how Windows starts a command. Only `.exe` and `.com` files start directly; package managers and node version
 * managers install commands such as `npx` as `.cmd`, `.bat` or `.ps1` files, which need an interpreter and the
 * interpreter's quoting. Pure except for `fileExists`.
 *
 * A command that is not found is returned unchanged, so that the system reports the error.
 *
 * @throws HostError `UPSTREAM_START_FAILED` if an argument for a batch file contains a line break, which would end the
 * command line.
 */
export function planWindowsSpawn(request: WindowsSpawnRequest): SpawnPlan {
  const { command, args } = request;
  const file = findCommand(request);
  const extension = file === undefined ? '' : win32.extname(file).toLowerCase();
  if (file === undefined || extension === '.exe' || extension === '.com') {
    return { command: file ?? command, args, verbatim: false };
  }
  if (extension === '.ps1') {
    const options = ['-NoLogo', '-NoProfile', '-NonInteractive', '-ExecutionPolicy', 'Bypass', '-File'];
    return { command: 'powershell.exe', args: [...options, file, ...args], verbatim: false };
  }
  refuseLineBreaks(file, args);
  return { command: 'cmd.exe', args: ['/d', '/v:off', '/s', '/c', `"${batchLine(file, args)}"`], verbatim: true };
}

function refuseLineBreaks(file: string, args: readonly string[]): void {
  const broken = args.find((argument) => /[\r\n]/u.test(argument));
  if (broken === undefined) return;
  const reason = `an argument of a batch file cannot contain a line break, but one argument is ${preview(broken)}. Use the program itself as "command".`;
  throw new HostError('UPSTREAM_START_FAILED', `Could not start "${file}": ${reason}`, {
    data: { target: file, reason, systemCode: undefined },
  });
}

// PATHEXT also lists Windows Script Host scripts, which cannot communicate over pipes.
const STARTABLE: readonly string[] = ['.com', '.exe', '.bat', '.cmd'];

/**
 * Finds the executable file for a command in the same way as the system shell, but without searching the working folder
 * for a bare name.
 */
function findCommand({ command, env, cwd, fileExists }: WindowsSpawnRequest): string | undefined {
  const extensions = startableExtensions(variable(env, 'PATHEXT'));
  const named = [...extensions, '.ps1'].includes(win32.extname(command).toLowerCase());
  const names = named ? [command] : [...extensions, '.ps1'].map((extension) => command + extension);
  const bare = !/[\\/:]/u.test(command);
  const folders = bare ? foldersOf(variable(env, 'PATH')) : [cwd];
  for (const folder of folders) {
    const found = names.map((name) => win32.resolve(cwd, folder, name)).find(fileExists);
    if (found !== undefined) return found;
  }
  return undefined;
}

function startableExtensions(pathExtensions: string | undefined): readonly string[] {
  const listed = (pathExtensions ?? '').toLowerCase().split(';');
  const known = listed.map((extension) => extension.trim()).filter((extension) => STARTABLE.includes(extension));
  return known.length > 0 ? known : STARTABLE;
}

function foldersOf(path: string | undefined): readonly string[] {
  const folders = (path ?? '').split(';').map((folder) => folder.trim().replace(/^"(.*)"$/u, '$1'));
  return folders.filter((folder) => folder !== '');
}

function variable(env: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(env).find((candidate) => candidate.toUpperCase() === name);
  return key === undefined ? undefined : env[key];
}

/**
 * Builds the command line for a batch file. `cmd` parses the command line once, and again when the batch file expands
 * `%*`, so special characters are escaped twice; the program receives the original arguments.
 */
function batchLine(file: string, args: readonly string[]): string {
  const quoted = args.map((argument) => escapedForCmd(escapedForCmd(quotedForProgram(argument))));
  return [escapedForCmd(file), ...quoted].join(' ');
}

// According to the C runtime's rules, backslashes matter only before a quotation mark.
function quotedForProgram(argument: string): string {
  const escaped = argument.replace(/(\\*)"/gu, '$1$1\\"').replace(/(\\*)$/u, '$1$1');
  return `"${escaped}"`;
}

function escapedForCmd(text: string): string {
  return text.replace(/[()[\]%!^"`<>&|;, *?]/gu, '^$&');
}
