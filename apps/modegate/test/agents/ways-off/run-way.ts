import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, writeInto } from '@modegate/cli-kit/testing';
import { startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { agentStarts } from '../lab/agent-start.ts';
import type { Place } from '../lab/agent-under-test.ts';
import { installAgent } from '../lab/install-agent.ts';
import { startAgent } from '../lab/run-agent.ts';
import type { Change, Outcome, Scope, StartFolder, Way, WaysOff } from './way-off.ts';

/** What came of an agent that was set up and started in one way. */
export interface WayRun {
  readonly outcome: Outcome | 'refused otherwise';
  readonly output: string;
}

/** Puts the hook in a scope of a project that has two worktrees beside it. */
export function installIn(scope: Scope, { agent, managed }: WaysOff): Place {
  const { place, modegate } = installAgent(agent);
  addWorktree(place, 'worktree-with-hook');
  modegate('uninstall');
  addWorktree(place, 'worktree');
  const trust = agent.client === 'codex' ? ['--trust'] : [];
  const flags = ['--mode', 'docs', '--scope', scope === 'project' ? 'project' : 'global', ...trust];
  const { code, stdout } = modegate('install', ...flags);
  if (code !== 0) throw new Error(`The hook cannot be installed:\n${stdout}`);
  mkdirSync(join(place.home, 'elsewhere'));
  if (scope === 'managed' && managed !== undefined) {
    const { from, to, change = (text) => text } = managed;
    const text = readFileSync(join(place.home, from), 'utf8');
    modegate('uninstall', '--scope', 'global');
    writeInto(place.home, join('etc', to), change(text));
    showEtc(place, agentStarts[agent.client].program);
  }
  return place;
}

/** Starts the agent in a file system of its own, in which `/etc` has the files of the home folder's `etc` too. */
function showEtc({ home }: Place, program: string): void {
  const starter = join(home, 'bin', program);
  renameSync(starter, `${starter}.real`);
  const script = `all=$(mktemp -d) && { cp -a /etc/. "$all" 2>/dev/null; cp -a '${home}/etc/.' "$all"; } && mount --bind "$all" /etc && exec '${starter}.real' "$@"`;
  writeFileSync(starter, `#!/bin/sh\nexec unshare --mount sh -c '${script.replaceAll("'", `'\\''`)}' sh "$@"\n`, {
    mode: 0o700,
  });
}

/** Has the agent try what the mode forbids; afterwards the changed files are as they were. */
export async function runWay({ agent }: WaysOff, way: Way, place: Place): Promise<WayRun> {
  const undo = Object.entries(way.files ?? {}).map(([name, change]) => changeFile(place, name, change));
  const [written, echoed] = ['src/x.ts', 'src/y.txt'].map((path) => join(place.project, path)) as [string, string];
  const calls = [agentStarts[agent.client].write(written), agent.shell(`echo hi > ${echoed}`)];
  const model = await startScriptedModel({ main: calls });
  try {
    const start = { project: startFolder(place, way.start), home: place.home, env: way.env?.(place) ?? {} };
    const flags = [...agent.flags, ...(way.flags?.(place) ?? [])];
    const output = await startAgent({ ...agent, flags }, start, model.url);
    const isWritten = existsSync(written) || existsSync(echoed);
    return { output, outcome: isWritten ? 'off' : judge(model.requests, model.resultsSent()) };
  } finally {
    model.close();
    for (const restore of undo) restore();
    for (const file of [written, echoed]) rmSync(file, { force: true });
  }
}

function judge(requests: readonly string[], results: number): WayRun['outcome'] {
  if (results === 0) return 'no start';
  const isRefused = requests.some((request) => /\((?:FILE_RESTRICTED|FILE_PROTECTED|GROUP_MISSING);/.test(request));
  return isRefused ? 'holds' : 'refused otherwise';
}

/** Changes a file; returns what gives it back. */
function changeFile(place: Place, name: string, change: Change): () => void {
  const { project, home } = place;
  const file = name.startsWith('~/') ? join(home, name.slice(2)) : join(project, name);
  const old = existsSync(file) ? readFileSync(file) : undefined;
  const text = typeof change === 'string' ? change : change(old?.toString('utf8') ?? '', place);
  writeInto(file, '', text);
  return () => (old === undefined ? rmSync(file, { force: true }) : writeFileSync(file, old));
}

function startFolder({ project, home }: Place, start: StartFolder | undefined): string {
  if (start === undefined) return project;
  return start === 'subfolder' ? join(project, 'docs') : join(home, start);
}

function addWorktree({ project, home }: Place, name: string): void {
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      cwd: project,
      env: environment({ cwd: project, home }),
    });
  git('add', '-A');
  git('commit', '-qm', 'all');
  git('worktree', 'add', '-q', '-b', name, join(home, name));
}
