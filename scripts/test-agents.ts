// Installs the agents that the tests know, at their pinned versions, and runs the tests of the real agents against them.
//   pnpm test:agents [agent...]   for example: pnpm test:agents codex qwen
// `fastmcp` is a client of MCP for Python rather than an agent; it needs python3, and is tested when it is named.
// They are installed from the package registry into a folder outside the repository, without their install scripts: MODEGATE_AGENTS_FOLDER, by
// default ~/.cache/modegate-agents. One that cannot be installed is skipped under its name. Where the system can, the tests run without a network.
import { mkdirSync, rmSync } from 'node:fs';
import { pinnedAgents } from '../apps/modegate/test/agents/lab/pinned-agents.ts';
import { fastMcp, fastMcpFolder, fastMcpPython } from '../apps/modes-server/test/gateway/support/fastmcp.ts';
import { agentsFolder, installAgent, refuseUnknown, runAgentTests } from './real-agents.ts';
import { mustRun, runCommand } from './run-command.ts';
import { root } from './workspace.ts';

const wanted = process.argv.slice(2);
refuseUnknown(wanted, [...Object.keys(pinnedAgents), fastMcp.package]);
const chosen = Object.entries(pinnedAgents).filter(([name]) => wanted.length === 0 || wanted.includes(name));
for (const [, agent] of chosen) installAgent(agent);
const withFastMcp = wanted.includes(fastMcp.package);
if (withFastMcp) installFastMcp();
const programs = ['--filter=@modegate/modegate...', '--filter=@modegate/modes-server...'];
mustRun('turbo', ['run', 'build', ...programs, '--output-logs=errors-only'], { cwd: root });
if (!runCommand('rg', ['--version'], { cwd: root }).passed)
  console.log(
    '`rg` (ripgrep) is not on the PATH: opencode and Kilo cannot search without it, so their searches find nothing here.',
  );
process.exit(
  runAgentTests([...chosen.map(([name]) => `agents/${name}.`), ...(withFastMcp ? ['gateway/eras-fastmcp.'] : [])]),
);

function installFastMcp(): void {
  const python = fastMcpPython(agentsFolder);
  // An interrupted installation leaves a Python without the package.
  if (runCommand(python, ['-c', `import ${fastMcp.package}`], { cwd: root }).passed) return;
  const wantedPackage = `${fastMcp.package}==${fastMcp.version}`;
  console.log(`Installing ${wantedPackage} into ${fastMcpFolder(agentsFolder)}`);
  mkdirSync(agentsFolder, { recursive: true });
  const made = runCommand('python3', ['-m', 'venv', fastMcpFolder(agentsFolder)], { cwd: agentsFolder });
  const flags = ['--only-binary', ':all:', '--disable-pip-version-check', '--quiet'];
  const installed = made.passed
    ? runCommand(python, ['-m', 'pip', 'install', ...flags, wantedPackage], { cwd: agentsFolder, timeoutMs: 1_200_000 })
    : made;
  if (installed.passed) return;
  rmSync(fastMcpFolder(agentsFolder), { recursive: true, force: true });
  console.log(`Skipped: ${wantedPackage} cannot be installed here.\n${installed.output}`);
}
