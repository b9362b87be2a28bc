import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createFolder, environment, writeFiles } from '@modegate/program-shell/testing';
import { promptFor, type Scripts, startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { type AgentUnderTest, type Place, serverName } from './agent-under-test.ts';
import { wrapLauncher } from './break-hook.ts';
import { agentFolder, pinnedAgents } from './pinned-agents.ts';

/** What came of one run of an agent. */
export interface AgentRun {
  /** All that the agent printed, to be shown when a test fails. */
  readonly output: string;
  /** Everything that the model was sent. */
  readonly requests: readonly string[];
  /** The largest number of results of tools in one of them. */
  readonly resultsSent: number;
  /** The tools that the MCP server was asked for. */
  readonly serverCalls: readonly string[];
  /** What the hook was given, call by call. */
  readonly payloads: readonly string[];
  readonly has: (path: string) => boolean;
}

/** How a run differs from the ordinary one. */
export interface RunOptions {
  readonly scripts: (project: string) => Scripts;
  /** Done after the hook is installed and before the agent starts. Default: what the hook is given is kept. */
  readonly change?: (installed: { readonly place: Place; readonly uninstall: () => void }) => void;
}

/** Runs an installed agent in a new project and a new home folder, with the hook as `modegate hook install` writes it. */
export async function runAgent(agent: AgentUnderTest, options: RunOptions): Promise<AgentRun> {
  const [project, home] = [createFolder(), createFolder()];
  const model = await startScriptedModel(options.scripts(project));
  try {
    const place = { project, home, modelUrl: model.url, server: serverIn(home) };
    prepare(agent, place);
    const notes = join(home, 'payloads');
    if (options.change === undefined) recordPayloads(agent, place, notes);
    else options.change({ place, uninstall: () => runModegate(agent, place, 'uninstall') });
    const output = await startAgent(agent, place);
    return {
      output,
      requests: model.requests,
      resultsSent: model.resultsSent(),
      serverCalls: readLines(callsFile(home)),
      payloads: readNotes(notes),
      has: (path) => existsSync(join(project, path)),
    };
  } finally {
    model.close();
  }
}

const modes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documents.
    groups:
      - read
      - [edit, { fileRegex: ^docs/ }]
      - mcp
    mcpRestrictions:
      allowedServers: [${serverName}]
      disallowedTools:
        - { serverName: ${serverName}, toolName: delete-issue }
  - slug: notes
    name: Notes
    roleDefinition: You write notes.
    groups:
      - read
      - [edit, { fileRegex: ^docs/notes/ }]
`;

function serverIn(home: string): Place['server'] {
  return { command: process.execPath, args: [join(import.meta.dirname, 'mcp-recorder.mjs'), callsFile(home)] };
}

const modegate = join(import.meta.dirname, '../../../dist/cli.js');

function prepare(agent: AgentUnderTest, place: Place): void {
  writeFiles(place.project, {
    '.roomodes': modes,
    '.roo/mcp.json': JSON.stringify({ mcpServers: { [serverName]: place.server } }),
    'docs/README.md': '# Documents\n',
    'docs/notes/README.md': '# Notes\n',
    'src/README.md': '# Sources\n',
    ...agent.projectFiles(place),
  });
  writeFiles(place.home, agent.homeFiles(place));
  mustRun('git', ['init', '-q', '-b', 'main'], place);
  runModegate(agent, place, 'install', '--mode', 'docs');
}

function runModegate({ client }: AgentUnderTest, place: Place, command: string, ...flags: readonly string[]): void {
  mustRun(process.execPath, [modegate, 'hook', command, '--client', client, ...flags], place);
}

const callsFile = (home: string): string => join(home, 'mcp-calls.txt');

function mustRun(command: string, args: readonly string[], { project, home }: Place): void {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: project,
    env: environment({ cwd: project, home }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

/** Keeps what the hook is given, and hands it on. */
function recordPayloads(agent: AgentUnderTest, place: Place, notes: string): void {
  const file = `file=$(mktemp '${notes}/XXXXXX')`;
  wrapLauncher(agent, place, `mkdir -p '${notes}' && ${file} && tee "$file" | "$real" "$@"`);
}

function readNotes(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
}

function readLines(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
}

async function startAgent(agent: AgentUnderTest, place: Place): Promise<string> {
  const folder = process.env.MODEGATE_AGENTS_FOLDER ?? '';
  const pinned = pinnedAgents[agent.client];
  const program = join(agentFolder(folder, pinned), pinned.program);
  const args = agent.args(promptFor('main'));
  const [command, ...rest] = /\.[cm]?js$/.test(program) ? [process.execPath, program, ...args] : [program, ...args];
  const child = spawn(command ?? '', rest, {
    cwd: place.project,
    env: environment({ cwd: place.project, home: place.home, env: agent.env(place) }),
    stdio: ['ignore', 'pipe', 'pipe'],
    // A group of its own, so that all that it starts can be ended with it.
    detached: true,
  });
  return collectOutput(child);
}

const timeoutMs = 90_000;
// In characters; the end of it says why.
const maxOutput = 6000;

function collectOutput(child: ChildProcess): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      endGroup(child.pid);
      resolve(output.slice(-maxOutput));
    };
    const timer = setTimeout(() => {
      output += `\n(ended after ${timeoutMs} ms)`;
      end();
    }, timeoutMs);
    child.once('error', (error) => (output += String(error)));
    child.once('exit', (code) => {
      output += `\n(exit code ${code})`;
      end();
    });
  });
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended already.
  }
}
