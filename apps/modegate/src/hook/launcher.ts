import { chmod, mkdir, readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { answerAgent, type CommandAgent, refuseCall } from '@modegate/agent-hooks';
import { defined } from '@modegate/json';
import { replaceTextFile } from '@modegate/text-files';
import { stateDir } from '../settings.ts';
import type { InstalledSettings } from './installed-settings.ts';
import { launcherName } from './launcher-name.ts';

/** Returns the path of the file that an agent starts. */
export const launcherFile = (agent: CommandAgent): string =>
  join(stateDir(), 'hooks', `${launcherName(agent)}${process.platform === 'win32' ? '.cmd' : ''}`);

/**
 * Returns the command for the agent's file. The command refuses the call even if the launcher is missing or killed,
 * except on Windows.
 */
export function launcherCommand(
  agent: CommandAgent,
  { mode, projectRoot, auditLog, socket }: InstalledSettings,
): string {
  const given = { '--project-root': projectRoot, '--mode': mode, '--audit-log': auditLog, '--socket': socket };
  const flags = Object.entries(defined(given)).flat();
  const command = [launcherFile(agent), ...flags].map(quote).join(' ');
  return process.platform === 'win32' ? command : `${command} || ${printRefusal(agent, 'could not be started')}`;
}

/** Returns a shell line that refuses a call in the agent's format. */
function printRefusal(agent: CommandAgent, what: string): string {
  const reason = `The Modegate hook ${what}, so the call is refused. Run \`modegate hook install\` again.`;
  const { stdout } = answerAgent(agent, refuseCall('HOOK_FAILED', reason));
  return `printf '%s\\n' ${quote(stdout.trimEnd())}`;
}

/**
 * Writes the launcher with a copy of this program that package updates do not change. If Node or the copy is missing,
 * or if the program crashes, is killed or ends without a verdict, the launcher refuses the call in the agent's format.
 */
export async function writeLauncher(agent: CommandAgent): Promise<void> {
  const program = await copyProgram();
  const file = launcherFile(agent);
  await replaceTextFile(file, process.platform === 'win32' ? toBatch(agent, program) : toScript(agent, program));
  await chmod(file, 0o700);
}

const programFiles = ['start-hook.cjs', 'hook.cjs', 'hook-project.cjs', 'hook-commands.cjs', 'hook-judge.cjs'];

/** Copies the hook's own bundle and the program that starts it, side by side as published. */
async function copyProgram(): Promise<string> {
  // Package managers start programs through a symbolic link.
  const from = dirname(await realpath(process.argv[1] ?? ''));
  const sum = crc32(await readFile(join(from, 'hook.cjs'))).toString(16);
  const folder = join(stateDir(), 'hooks', `program-${sum}`);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // Replaces each file in a single step: another agent may be starting the same copy, and a half-written program may
  // exit without a message.
  for (const name of programFiles) await replaceTextFile(join(folder, name), await readFile(join(from, name), 'utf8'));
  return join(folder, 'start-hook.cjs');
}

/** Marks a launcher as written by this version. */
export const launcherMark = 'modegate-launcher 3';

/** The agent's variables that indicate which folder it works in, which shell it uses, and whether a user is present. */
const passedOn = ['CI', 'CLAUDE_PROJECT_DIR', 'CLAUDE_CODE_SESSION_ATTENDED', 'CLAUDE_CODE_SHELL', 'SHELL', 'PATH'];

/**
 * Writes the launcher so that nothing in the agent's environment, such as a file named in `NODE_OPTIONS`, controls the
 * program that evaluates calls; that program receives only the variables listed here. The program's answer is accepted
 * only if it follows the word passed to the program. If input is still pending at that point, the program kills itself
 * (137).
 */
function toScript(agent: CommandAgent, program: string): string {
  const word = newWord();
  const run = [process.execPath, program, 'hook', agent, '--word', word].map(quote).join(' ');
  return `#!/bin/sh
# ${launcherMark}. Written by \`modegate hook install\`. An agent takes a hook that fails for consent, and what is not an object for silence, so either refuses.
answer=$(/usr/bin/env -i ${pinned().map(quote).join(' ')} ${passedOn.map((name) => `${name}="$${name}"`).join(' ')} ${run} "$@" 2>/dev/null)
case $? in 0 | 137) ;; *) answer= ;; esac
case $answer in
  ${word}) ;;
  ${word}?{*}) printf '%s' "\${answer#${word}?}" ;;
  *) ${printRefusal(agent, 'could not run')} ;;
esac
`;
}

/**
 * Does the same as `toScript`, with the tools available on Windows: the answer is stored in a file, whose first line
 * must be the word.
 */
function toBatch(agent: CommandAgent, program: string): string {
  const word = newWord();
  const reason = 'The Modegate hook could not run, so the call is refused. Run modegate hook install again.';
  const { stdout } = answerAgent(agent, refuseCall('HOOK_FAILED', reason));
  const lines = [
    '@echo off',
    `rem ${launcherMark}. Written by modegate hook install.`,
    'setlocal DisableDelayedExpansion',
    `for %%p in (NODE_ MODEGATE_ ROO_ OPENSSL_) do for /f "delims==" %%v in ('set %%p 2^>nul') do set "%%v="`,
    ...pinned().map((variable) => `set "${variable}"`),
    'set "answer=%TEMP%\\modegate-%RANDOM%%RANDOM%%RANDOM%"',
    `"${process.execPath}" "${program}" hook ${agent} --word ${word} %* >"%answer%" 2>nul`,
    'set "first="',
    'set /p first=<"%answer%"',
    `if "%first%"=="${word}" (more +1 "%answer%") else (echo ${stdout.trim()})`,
    'del "%answer%" 2>nul',
    'exit /b 0',
  ];
  return `${lines.join('\r\n')}\r\n`;
}

function newWord(): string {
  return `judged-${crypto.randomUUID()}`;
}

/**
 * Returns the variables that specify the locations of the user's own files, with their current values. Recording them
 * ensures that later changes to these variables in the agent's environment have no effect.
 */
function pinned(): readonly string[] {
  const { ROO_CONFIG_DIR } = process.env;
  return [
    `HOME=${homedir()}`,
    ...(process.platform === 'win32' ? [`USERPROFILE=${homedir()}`] : []),
    `MODEGATE_STATE_DIR=${stateDir()}`,
    ...(ROO_CONFIG_DIR === undefined ? [] : [`ROO_CONFIG_DIR=${ROO_CONFIG_DIR}`]),
  ];
}

function quote(text: string): string {
  if (/^[\w@%+=:,./-]+$/.test(text)) return text;
  return process.platform === 'win32' ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
}
