// What the scripts share that run real agents: their installation, and a place without a network for them.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { agentFolder, type PinnedAgent } from '../apps/modegate/test/agents/lab/pinned-agents.ts';
import { runCommand } from './run-command.ts';
import { root } from './workspace.ts';

/** Where agents are installed. */
export const agentsFolder = process.env.MODEGATE_AGENTS_FOLDER ?? join(homedir(), '.cache/modegate-agents');

/** Ends the script with exit code 2 when a name is not one of the known ones. */
export function refuseUnknown(wanted: readonly string[], known: readonly string[]): void {
  const unknown = wanted.filter((name) => !known.includes(name));
  if (unknown.length === 0) return;
  console.error(`Unknown agent: ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  process.exit(2);
}

/** Installs an agent at its pinned version, without its install scripts; returns whether it is there. */
export function installAgent(agent: PinnedAgent): boolean {
  const place = agentFolder(agentsFolder, agent);
  if (existsSync(join(place, agent.program))) return true;
  console.log(`Installing ${agent.package}@${agent.version} into ${place}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  const { passed, output } = runCommand('npm', ['install', ...flags, `${agent.package}@${agent.version}`], {
    cwd: place,
  });
  if (passed && existsSync(join(place, agent.program))) return true;
  console.log(`Skipped: ${agent.title} ${agent.version} cannot be installed here.\n${output}`);
  return false;
}

/** Runs test files of the project `agents`, where the system can without a network; returns the exit code. */
export function runAgentTests(files: readonly string[], env: Readonly<Record<string, string>> = {}): number {
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'agents'];
  const [command = '', ...rest] = [...withoutNetwork(), ...vitest, ...files];
  const all = { ...process.env, MODEGATE_AGENTS_FOLDER: agentsFolder, ...env };
  return spawnSync(command, rest, { cwd: root, env: all, stdio: 'inherit' }).status ?? 1;
}

/** A namespace with loopback alone, and with processes of its own, so that none outlives the tests. */
function withoutNetwork(): readonly string[] {
  const namespace = [
    'unshare',
    '--user',
    '--map-root-user',
    '--net',
    '--pid',
    '--fork',
    '--kill-child',
    '--mount-proc',
  ];
  const start: readonly [string, ...string[]] = [
    'unshare',
    ...namespace,
    'sh',
    '-c',
    'ip link set lo up && exec "$@"',
    'sh',
  ];
  const [command, ...rest] = start;
  const isPossible = spawnSync(command, [...rest, 'true']).status === 0;
  if (!isPossible) console.log('The network stays reachable: `unshare` or `ip` cannot be used here.');
  return isPossible ? start : [];
}
