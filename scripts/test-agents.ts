// Installs the agents that the tests know, at their pinned versions, and runs the tests of the real agents against them.
//   pnpm test:agents [agent...]   for example: pnpm test:agents codex qwen
// `fastmcp` is a client of MCP for Python rather than an agent; it needs python3, and is tested when it is named.
// They are installed from the package registry into a folder outside the repository, without their install scripts: MODEGATE_AGENTS_FOLDER, by
// default ~/.cache/modegate-agents. One that cannot be installed is skipped under its name. Where the system can, the tests run without a network.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { agentFolder, type PinnedAgent, pinnedAgents } from '../apps/modegate/test/agents/lab/pinned-agents.ts';
import { fastMcp, fastMcpFolder, fastMcpPython } from '../apps/modes-server/test/gateway/support/fastmcp.ts';
import { mustRun, runCommand } from './run-command.ts';
import { root } from './workspace.ts';

const folder = process.env.MODEGATE_AGENTS_FOLDER ?? join(homedir(), '.cache/modegate-agents');
const wanted = process.argv.slice(2);
const known = [...Object.keys(pinnedAgents), fastMcp.package];
const unknown = wanted.filter((name) => !known.includes(name));
if (unknown.length > 0) {
  console.error(`Unknown agent: ${unknown.join(', ')}. Known: ${known.join(', ')}.`);
  process.exit(2);
}
const chosen = Object.entries(pinnedAgents).filter(([name]) => wanted.length === 0 || wanted.includes(name));
for (const [, agent] of chosen) install(agent);
const withFastMcp = wanted.includes(fastMcp.package);
if (withFastMcp) installFastMcp();
process.exit(
  runTests([...chosen.map(([name]) => `agents/${name}.`), ...(withFastMcp ? ['gateway/eras-fastmcp.'] : [])]),
);

function install(agent: PinnedAgent): void {
  const place = agentFolder(folder, agent);
  if (existsSync(join(place, agent.program))) return;
  console.log(`Installing ${agent.package}@${agent.version} into ${place}`);
  mkdirSync(place, { recursive: true });
  writeFileSync(join(place, 'package.json'), '{ "private": true }\n');
  const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact'];
  const { passed, output } = runCommand('npm', ['install', ...flags, `${agent.package}@${agent.version}`], {
    cwd: place,
  });
  if (!passed || !existsSync(join(place, agent.program)))
    console.log(`Skipped: ${agent.title} ${agent.version} cannot be installed here.\n${output}`);
}

function installFastMcp(): void {
  const python = fastMcpPython(folder);
  // An interrupted installation leaves a Python without the package.
  if (runCommand(python, ['-c', `import ${fastMcp.package}`], { cwd: root }).passed) return;
  const wantedPackage = `${fastMcp.package}==${fastMcp.version}`;
  console.log(`Installing ${wantedPackage} into ${fastMcpFolder(folder)}`);
  mkdirSync(folder, { recursive: true });
  const made = runCommand('python3', ['-m', 'venv', fastMcpFolder(folder)], { cwd: folder });
  const flags = ['--only-binary', ':all:', '--disable-pip-version-check', '--quiet'];
  const installed = made.passed
    ? runCommand(python, ['-m', 'pip', 'install', ...flags, wantedPackage], { cwd: folder, timeoutMs: 1_200_000 })
    : made;
  if (installed.passed) return;
  rmSync(fastMcpFolder(folder), { recursive: true, force: true });
  console.log(`Skipped: ${wantedPackage} cannot be installed here.\n${installed.output}`);
}

function runTests(files: readonly string[]): number {
  const programs = ['--filter=@modegate/modegate...', '--filter=@modegate/modes-server...'];
  mustRun('turbo', ['run', 'build', ...programs, '--output-logs=errors-only'], { cwd: root });
  const vitest = [process.execPath, join(root, 'node_modules/vitest/vitest.mjs'), 'run', '--project', 'agents'];
  const [command = '', ...rest] = [...withoutNetwork(), ...vitest, ...files];
  const env = { ...process.env, MODEGATE_AGENTS_FOLDER: folder };
  return spawnSync(command, rest, { cwd: root, env, stdio: 'inherit' }).status ?? 1;
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
