import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment, writeFiles } from '@modegate/cli-kit/testing';
import { expect } from 'vitest';
import type { LiveAgent } from '../../../src/doctor/live/live-agents.ts';
import { promptFor, type Scripts, startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { agentStarts } from './agent-start.ts';
import type { AgentUnderTest, Place } from './agent-under-test.ts';
import { wrapLauncher } from './break-hook.ts';
import { callsFile, type InstalledAgent, installAgent, pathWithAgent } from './install-agent.ts';
import { answerTerminal, underTerminal } from './terminal.ts';
import type { WayToStart } from './way-to-start.ts';

/** What came of one run of an agent. */
export interface AgentRun {
  /** The end of what the agent printed, to be shown when a test fails. */
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
  readonly change?: (installed: InstalledAgent) => void | Promise<void>;
}

/** Runs an installed agent in a new project and a new home folder, with the hook as `modegate hook install` writes it. */
export async function runAgent(agent: AgentUnderTest, options: RunOptions): Promise<AgentRun> {
  const installed = installAgent(agent);
  const { place } = installed;
  const { project, home } = place;
  const notes = join(home, 'payloads');
  if (options.change === undefined) recordPayloads(agent, place, notes);
  else await options.change(installed);
  const model = await startScriptedModel(options.scripts(project));
  try {
    return {
      output: await startAgent(agent, place, model.url),
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

/** Keeps what the hook is given, and hands it on. */
function recordPayloads(agent: AgentUnderTest, place: Place, notes: string): void {
  if (agent.recorder !== undefined) {
    mkdirSync(notes);
    writeFiles(place.project, agent.recorder(notes));
    return;
  }
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

/** Where an agent is started, and how, where that is not the usual way. */
export interface StartPlace extends Pick<Place, 'project' | 'home'> {
  /** What it finds in its environment beside the usual. */
  readonly env?: Readonly<Record<string, string>>;
  readonly way?: WayToStart;
  /** Ends an agent that would wait for a person, once this says so. Default: it ends by itself. */
  readonly isDone?: () => boolean;
}

/** Starts an agent in the folder of its project, and resolves with the end of what it printed. */
export function startAgent(
  agent: AgentUnderTest,
  { project, home, env: more = {}, way, isDone = () => false }: StartPlace,
  modelUrl: string,
  { program, args, env }: LiveAgent = agentStarts[agent.client],
): Promise<string> {
  const { flags, modelFiles = () => ({}) } = agent;
  writeFiles(home, modelFiles(modelUrl));
  const PATH = pathWithAgent(home);
  const usual = [...args(promptFor('main'), modelUrl), ...flags.map((flag) => flag.replace('<home>', home))];
  const line = [program, ...(way?.args?.(usual) ?? usual)];
  const [command = '', ...rest] = way?.needsTerminal === true ? underTerminal(line) : line;
  const child = spawn(command, rest, {
    cwd: project,
    env: environment({ cwd: project, home, env: { ...env(modelUrl), ...way?.env, PATH, ...more } }),
    stdio: [way?.needsTerminal === true ? 'pipe' : 'ignore', 'pipe', 'pipe'],
    // A group of its own, so that all that it starts can be ended with it.
    detached: true,
  });
  if (child.stdin !== null && child.stdout !== null) answerTerminal(child.stdin, child.stdout);
  return collectOutput(child, { isDone, timeoutMs: way === undefined ? usualTimeoutMs : longTimeoutMs });
}

const usualTimeoutMs = 240_000;
// What is drawn on a terminal takes long on a busy machine, and a recording is not to fail for that.
const longTimeoutMs = 300_000;
// In characters; the end of it says why.
const maxOutput = 6000;

interface End {
  readonly isDone: () => boolean;
  readonly timeoutMs: number;
}

function collectOutput(child: ChildProcess, { isDone, timeoutMs }: End): Promise<string> {
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)));
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      clearInterval(look);
      endGroup(child.pid);
      resolve(output.slice(-maxOutput));
    };
    const timer = setTimeout(() => {
      output += `\n(ended after ${timeoutMs} ms)`;
      end();
    }, timeoutMs);
    const look = setInterval(() => isDone() && end(), 100);
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

/** The model was sent a text, as the result of a call. */
export function expectTold({ requests, output }: AgentRun, text: string): void {
  expect(
    requests.some((request) => request.includes(text)),
    `The model never read ${text}\n${output}`,
  ).toBe(true);
}
