// Records what agents declare to their models: packages/agent-tools/agents/<agent>.json.
import { relative } from 'node:path';
import { parseArgs } from 'node:util';
import { pinnedAgents } from '../apps/modegate/test/agents/lab/pinned-agents.ts';
import { hasTerminal } from '../apps/modegate/test/agents/lab/terminal.ts';
import { recordedFile } from '../apps/modegate/test/agents/record/recorded-file.ts';
import { installAgent, refuseUnknown, runAgentTests } from './real-agents.ts';
import { mustRun } from './run-command.ts';
import { root } from './workspace.ts';

const help = `pnpm record:agents [agent...]   for example: pnpm record:agents codex qwen

Installs the agents at their pinned versions (MODEGATE_AGENTS_FOLDER, by default ~/.cache/modegate-agents), starts each
of them offline against a scripted model in every way that changes its tools, and writes what it declares to
packages/agent-tools/agents/<agent>.json. Without a name all agents are recorded. Review the difference like code.

It needs Linux with \`script\` of util-linux, because some tools are offered on a terminal alone. Some minutes an agent.

Exit codes: 0 all are recorded; 1 one could not be installed, started or read; 2 the command is wrong.

Agents: ${Object.keys(pinnedAgents).join(', ')}`;

const { values, positionals: wanted } = readArguments();
if (values.help === true) {
  console.log(help);
  process.exit(0);
}
refuseUnknown(wanted, Object.keys(pinnedAgents));
if (!hasTerminal) {
  console.error(
    'Nothing is recorded: `script` of util-linux is not here, and some tools are offered on a terminal alone.',
  );
  process.exit(1);
}
const chosen = Object.entries(pinnedAgents).filter(([name]) => wanted.length === 0 || wanted.includes(name));
const installed = chosen.filter(([, agent]) => installAgent(agent)).map(([name]) => name);
mustRun('turbo', ['run', 'build', '--filter=@modegate/modegate...', '--output-logs=errors-only'], { cwd: root });
// One by one, so that an agent that fails keeps none of the others from being recorded.
const codes = installed.map((name) =>
  runAgentTests([`agents/${name}.`, '-t', 'records what it declares'], { MODEGATE_RECORD_AGENTS: '1' }),
);
const files = chosen.map(([name]) => relative(root, recordedFile(name)));
mustRun('biome', ['format', '--write', ...files], { cwd: root });
process.exit(installed.length === chosen.length && codes.every((code) => code === 0) ? 0 : 1);

function readArguments() {
  try {
    return parseArgs({ options: { help: { type: 'boolean', short: 'h' } }, allowPositionals: true });
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${help}`);
    return process.exit(2);
  }
}
