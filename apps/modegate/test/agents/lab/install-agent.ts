import { spawnSync } from 'node:child_process';
import { chmodSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createFolder, environment, writeFiles, writeInto } from '@modegate/cli-kit/testing';
import { hookModes } from '../../../../../test/support/hook-project.ts';
import { agentStarts } from './agent-start.ts';
import { type AgentUnderTest, type Place, serverName } from './agent-under-test.ts';
import { agentFolder, pinnedAgents } from './pinned-agents.ts';

/** An agent with its settings, a policy and the hook. */
export interface InstalledAgent {
  readonly place: Place;
  /** Runs `modegate hook <command> --client <agent>`. */
  readonly modegate: (command: string, ...flags: readonly string[]) => CommandEnd;
}

/** How a command ended. */
export interface CommandEnd {
  readonly code: number | null;
  readonly stdout: string;
}

/** Writes a project and a home folder for an agent, and installs the hook as a person would. */
export function installAgent(agent: AgentUnderTest, offered: OfferedTools = usualTools): InstalledAgent {
  // In a folder of its own, so that what is beside the project is small and goes with it.
  const [project, home] = [join(createFolder(), 'project'), createFolder()];
  const place = { project, home, servers: startServers(offered, home) };
  writeFiles(project, {
    '.roomodes': modes,
    '.roo/mcp.json': JSON.stringify({ mcpServers: place.servers }),
    'docs/README.md': '# Documents\n',
    'docs/notes/README.md': '# Notes\n',
    'src/README.md': '# Sources\n',
    ...agent.projectFiles(place),
  });
  writeFiles(home, agent.homeFiles(place));
  writeStarter(agent, home);
  run('git', ['init', '-q', '-b', 'main'], place);
  const modegate: InstalledAgent['modegate'] = (command, ...flags) => {
    const scope = command === 'install' && !flags.includes('--scope') ? ['--scope', 'project'] : [];
    return run(process.execPath, [program, 'hook', command, '--client', agent.client, ...scope, ...flags], place);
  };
  const { code, stdout } = modegate('install', '--mode', 'docs', ...(agent.client === 'codex' ? ['--trust'] : []));
  if (code !== 0) throw new Error(`The hook cannot be installed:\n${stdout}`);
  return { place, modegate };
}

/** The names of the tools of each MCP server, by the name of the server. */
export type OfferedTools = Readonly<Record<string, readonly string[]>>;

const usualTools: OfferedTools = { [serverName]: ['create_issue', 'delete-issue'] };

function startServers(offered: OfferedTools, home: string): Place['servers'] {
  const recorder = join(import.meta.dirname, 'mcp-recorder.mjs');
  return Object.fromEntries(
    Object.entries(offered).map(([server, tools]) => [
      server,
      { command: process.execPath, args: [recorder, callsFile(home), server, ...tools] },
    ]),
  );
}

/** Where the MCP server notes what it was asked for. */
export function callsFile(home: string): string {
  return join(home, 'mcp-calls.txt');
}

/** The agent comes first on the path. */
export function pathWithAgent(home: string): string {
  return [join(home, 'bin'), process.env.PATH].join(delimiter);
}

const program = join(import.meta.dirname, '../../../dist/cli.js');

const modes = hookModes({
  notes: '^docs/notes/',
  docs: `      - mcp
    mcpRestrictions:
      allowedServers: [${serverName}]
      disallowedTools:
        - { serverName: ${serverName}, toolName: delete-issue }
`,
});

/** A command with the name of the agent that starts the pinned one. */
function writeStarter({ client }: AgentUnderTest, home: string): void {
  const pinned = pinnedAgents[client];
  const file = join(agentFolder(process.env.MODEGATE_AGENTS_FOLDER ?? '', pinned), pinned.program);
  const node = /\.[cm]?js$/.test(file) ? `'${process.execPath}' ` : '';
  const starter = writeInto(home, `bin/${agentStarts[client].program}`, `#!/bin/sh\nexec ${node}'${file}' "$@"\n`);
  chmodSync(starter, 0o700);
}

function run(command: string, args: readonly string[], { project, home }: Place): CommandEnd {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    env: environment({ cwd: project, home, env: { PATH: pathWithAgent(home) } }),
    encoding: 'utf8',
  });
  return { code: status, stdout: stdout + stderr };
}
