import { chmod, mkdir, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { answerAgent, type CommandAgent, refuseCall } from '@modegate/agent-hooks';
import { replaceTextFile } from '@modegate/text-files';
import { stateDir } from '../settings.ts';
import type { InstalledSettings } from './installed-settings.ts';

/** What the file that an agent starts is called; by it a hook of ours is known. */
export function launcherName(agent: CommandAgent): string {
  return `modegate-hook-${agent}`;
}

const launcherFile = (agent: CommandAgent): string =>
  join(stateDir(), 'hooks', `${launcherName(agent)}${process.platform === 'win32' ? '.cmd' : ''}`);

/** The command that goes into the agent's file. It refuses also where the launcher is gone or is killed; on Windows it does not. */
export function launcherCommand(agent: CommandAgent, { mode, projectRoot, auditLog }: InstalledSettings): string {
  const flags = [
    ...(projectRoot === undefined ? [] : ['--project-root', projectRoot]),
    ...(mode === undefined ? [] : ['--mode', mode]),
    ...(auditLog === undefined ? [] : ['--audit-log', auditLog]),
  ];
  const command = [launcherFile(agent), ...flags].map(quote).join(' ');
  return process.platform === 'win32' ? command : `${command} || ${printRefusal(agent, 'could not be started')}`;
}

/** A line of a shell that refuses in the words of the agent. */
function printRefusal(agent: CommandAgent, what: string): string {
  const reason = `The hook of Modegate ${what}, so the call is refused. Run \`modegate hook install\` again.`;
  const { stdout } = answerAgent(agent, refuseCall('HOOK_FAILED', reason));
  return `printf '%s\\n' ${quote(stdout.trimEnd())}`;
}

/**
 * Writes the launcher with a copy of this program, which no update of the package changes. Where Node or the copy is missing, crashes or is
 * killed, the launcher refuses in the words of the agent.
 */
export async function writeLauncher(agent: CommandAgent): Promise<void> {
  const program = await copyProgram();
  const file = launcherFile(agent);
  await replaceTextFile(file, process.platform === 'win32' ? toBatch(agent, program) : toScript(agent, program));
  await chmod(file, 0o700);
}

/** The hook's own bundle and what starts it, side by side as they are published. */
async function copyProgram(): Promise<string> {
  // Package managers start a program by a link.
  const from = dirname(await realpath(process.argv[1] ?? ''));
  const sum = crc32(await readFile(join(from, 'hook.cjs'))).toString(16);
  const folder = join(stateDir(), 'hooks', `program-${sum}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // In one step each: another agent may start the same copy now, and a program of which half is there may end without a word.
  for (const name of ['start-hook.cjs', 'hook.cjs', 'hook-project.cjs'])
    await replaceTextFile(join(folder, name), await readFile(join(from, name), 'utf8'));
  return join(folder, 'start-hook.cjs');
}

/** A program that waits for its input when it answers kills itself, so that it ends with 137. */
function toScript(agent: CommandAgent, program: string): string {
  return `#!/bin/sh
# Written by \`modegate hook install\`. An agent takes a hook that fails for consent, and what is not an object for silence, so either refuses.
answer=$(${quote(process.execPath)} ${quote(program)} hook ${agent} "$@" 2>/dev/null)
case $?$answer in
  0 | 0{*} | 137{*}) printf '%s' "$answer" ;;
  *) ${printRefusal(agent, 'could not run')} ;;
esac
`;
}

function toBatch(agent: CommandAgent, program: string): string {
  return `@echo off\r\n"${process.execPath}" "${program}" hook ${agent} %*\r\n`;
}

function quote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
