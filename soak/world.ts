import { mkdirSync, mkdtempSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type Client, startClient } from './client.ts';
import { type Disk, mountDisk } from './disk.ts';
import { startTeam, type Team } from './team.ts';

/** The folders and the two servers of a run. */
export interface World {
  readonly folder: string;
  /** What reached the servers behind the gateway beside `echo`. */
  readonly callLog: string;
  readonly auditLog: string;
  readonly disk: Disk;
  /** Works in mode `worker`, fixed by `--mode`. */
  readonly fixed: Client;
  /** Works in tasks and switches modes. */
  readonly tasks: Client;
  /** Serves two principals over HTTP. */
  readonly team: Team;
  /** Found in the environment of every process that the run starts. */
  readonly marker: string;
}

/** The two policies between which the run switches; they differ in mode `flip` only. */
export type Policy = 'open' | 'closed';

const modesServer = fileURLToPath(new URL('../apps/modes-server/dist/cli.js', import.meta.url));
const upstream = fileURLToPath(new URL('upstream.ts', import.meta.url));

/** Seconds that a call of a server may take; `hang` never answers. */
const upstreamTimeoutSeconds = 2;

/** Makes the folders, and starts both servers over one project, one state folder and one audit log. */
export async function createWorld(): Promise<World> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'mg-soak-')));
  const disk = mountDisk(join(folder, 'disk'));
  const [project, home, callLog] = [join(folder, 'project'), join(folder, 'home'), join(folder, 'calls.log')];
  const auditLog = join(disk.folder, 'audit.jsonl');
  for (const path of [project, home]) mkdirSync(path);
  writeFileSync(callLog, '');
  writeFileSync(join(home, 'servers.json'), serversText(callLog));
  writePolicy(folder, 'open');
  const marker = `MODEGATE_SOAK_${process.pid}`;
  const env = { PATH: process.env.PATH, HOME: home, [marker]: '1' };
  const start = (name: string, flags: readonly string[]) =>
    startClient([modesServer, ...placeFlags(folder, auditLog), ...flags], join(folder, `${name}.log`), env);
  const teamFlags = placeFlags(folder, join(folder, 'team.jsonl'), 'team-state');
  const [fixed, tasks, team] = await Promise.all([
    start('fixed', ['--mode', 'worker']),
    start('tasks', ['--mode-switching', 'free']),
    startTeam([modesServer, ...teamFlags], join(folder, 'team.log'), env),
  ]);
  await waitForServers(fixed);
  return { folder, callLog, auditLog, disk, fixed, tasks, team, marker };
}

/** A first list does not wait for servers that are starting. */
async function waitForServers(fixed: Client): Promise<void> {
  const until = Date.now() + 30_000;
  for (;;) {
    const { result } = await fixed.request('tools/list');
    if (result.tools.some(({ name }: { name: string }) => name === 'steady__echo')) return;
    if (Date.now() > until) throw new Error('The servers were not there after thirty seconds.');
    await pause(100);
  }
}

/** Replaces the project's modes, in one step or in place. */
export function writePolicy(folder: string, policy: Policy, inPlace = false): void {
  const file = join(folder, 'project', '.roomodes');
  if (inPlace) {
    writeFileSync(file, modesText(policy));
    return;
  }
  writeFileSync(`${file}.new`, modesText(policy));
  renameSync(`${file}.new`, file);
}

function placeFlags(folder: string, auditLog: string, state = 'state'): readonly string[] {
  const places = {
    '--project-root': join(folder, 'project'),
    '--global-config-dir': join(folder, 'home'),
    '--state-dir': join(folder, state),
    '--servers': join(folder, 'home', 'servers.json'),
    '--audit-log': auditLog,
    '--toolsets': 'off',
  };
  return [...Object.entries(places).flat(), '--audit-arguments'];
}

function serversText(callLog: string): string {
  const kinds = ['steady', 'mortal', 'hanging', 'flapping', 'changing'];
  const entry = (kind: string) => ({
    command: process.execPath,
    args: [upstream, kind, callLog],
    timeout: upstreamTimeoutSeconds,
  });
  return JSON.stringify({ mcpServers: Object.fromEntries(kinds.map((kind) => [kind, entry(kind)])) });
}

function modesText(policy: Policy): string {
  const mode = (slug: string, groups: readonly unknown[], more: object = {}) => ({
    slug,
    name: slug,
    roleDefinition: `You are ${slug}.`,
    groups,
    ...more,
  });
  const forbidden = { serverName: '*', toolName: 'forbidden' };
  const restrict = (...tools: readonly object[]) => ({ mcpRestrictions: { disallowedTools: [forbidden, ...tools] } });
  const echo = { serverName: 'steady', toolName: 'echo' };
  return JSON.stringify({
    customModes: [
      mode('worker', ['read', 'mcp'], restrict()),
      mode('docs', ['read', ['edit', { fileRegex: '^docs/' }]]),
      mode('flip', ['read', 'mcp'], policy === 'open' ? restrict() : restrict(echo)),
    ],
  });
}
