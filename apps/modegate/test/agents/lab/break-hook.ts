import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentUnderTest, Place } from './agent-under-test.ts';
import type { InstalledAgent } from './install-agent.ts';

/** Something that is done to a hook, after which no call may run. */
export interface WayToBreak {
  readonly what: string;
  readonly breakHook: (agent: AgentUnderTest, place: Place) => void;
}

/** The file that the agent starts. */
export function launcherOf({ client }: AgentUnderTest, { home }: Place): string {
  return join(home, '.roo-code/modegate/hooks', `modegate-hook-${client}`);
}

/** The failures of a command after which a call is refused whatever the agent does with a hook that fails. */
export const waysToBreak: readonly WayToBreak[] = [
  { what: 'its program is gone', breakHook: (_, { home }) => removePrograms(home) },
  { what: 'the file that the agent starts is gone', breakHook: (agent, place) => rmSync(launcherOf(agent, place)) },
  { what: 'the hook is killed', breakHook: (agent, place) => replaceLauncher(agent, place, 'kill -9 $$') },
  { what: 'the hook ends with an error', breakHook: (agent, place) => replaceLauncher(agent, place, 'exit 1') },
];

/** Something that fails while a plugin judges, and the code that the model reads. */
export interface WayToFail {
  readonly what: string;
  readonly spoil: (installed: InstalledAgent) => void;
  readonly told: string;
}

/** The failures that a plugin turns into refusals itself. */
export const waysToFail: readonly WayToFail[] = [
  {
    what: 'the settings cannot be read',
    spoil: ({ place }) => writeFileSync(join(place.project, 'modegate.config.json'), '{'),
    told: '(PROJECT_UNREADABLE)',
  },
  {
    what: 'the audit log cannot be written',
    spoil: ({ place, modegate }) => void modegate('install', '--mode', 'docs', '--audit-log', place.home),
    told: '(AUDIT_UNWRITABLE)',
  },
];

/** A policy that cannot be read. */
export function breakPolicy({ project }: Place): void {
  writeFileSync(join(project, '.roomodes'), 'customModes: [');
}

/** Puts a script in place of the launcher; `$real` in it is the launcher. */
export function wrapLauncher(agent: AgentUnderTest, place: Place, script: string): void {
  const launcher = launcherOf(agent, place);
  renameSync(launcher, `${launcher}.real`);
  writeFileSync(launcher, `#!/bin/sh\nreal='${launcher}.real'\n${script}\n`, { mode: 0o700 });
}

/** The hook waits for the end of its payload, which does not come. */
export function keepStdinOpen(agent: AgentUnderTest, place: Place): void {
  const pipe = join(place.home, 'payload');
  wrapLauncher(
    agent,
    place,
    `mkfifo '${pipe}'\nexec 3<&0\n{ cat <&3; sleep 40; } >'${pipe}' 2>/dev/null &\nexec "$real" "$@" <'${pipe}'`,
  );
}

function removePrograms(home: string): void {
  const folder = join(home, '.roo-code/modegate/hooks');
  for (const name of readdirSync(folder).filter((one) => one.startsWith('program-')))
    rmSync(join(folder, name), { recursive: true });
}

/** Puts one line of a shell in place of the launcher. */
export function replaceLauncher(agent: AgentUnderTest, place: Place, line: string): void {
  writeFileSync(launcherOf(agent, place), `#!/bin/sh\n${line}\n`);
}
