import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { environment, writeFiles } from '@modegate/cli-kit/testing';
import type { ToolUse } from '../../../src/doctor/live/dialects/dialect.ts';
import { startScriptedModel } from '../../../src/doctor/live/scripted-model.ts';
import { type AgentUnderTest, serverName } from '../lab/agent-under-test.ts';
import { callsFile, type InstalledAgent, installAgent } from '../lab/install-agent.ts';
import { startAgent } from '../lab/run-agent.ts';
import { callMark } from './generate-calls.ts';
import { findMarks, givenFiles, givenLinks } from './odd-paths.ts';

/** Start folder of the agent: the project root, a folder in it, or a worktree of its repository beside it. */
export type StartFolder = 'root' | 'subfolder' | 'worktree';

/** What the calls of one run did. */
export interface CallsOutcome {
  /** How many calls the agent made. */
  readonly made: number;
  /** The files that were read, by the marks that came back. Relative to the project or the worktree. */
  readonly read: readonly string[];
  /** The files that were written, moved or deleted; `../` leads out of the project. */
  readonly written: readonly string[];
  /** The tools that the MCP server was asked for. */
  readonly serverCalls: readonly string[];
  /** The end of what the agent printed last. */
  readonly output: string;
}

/** Installs the agent in a new project, with the hook at the user's scope or without one, and has it make all calls. */
export async function runCalls(
  agent: AgentUnderTest,
  calls: readonly ToolUse[],
  { start, isHooked }: { readonly start: StartFolder; readonly isHooked: boolean },
): Promise<CallsOutcome> {
  const installed = prepare(agent, isHooked);
  const { project, home } = installed.place;
  const root = start === 'worktree' ? join(home, 'worktree') : project;
  const cwd = start === 'subfolder' ? join(project, 'docs/deep') : root;
  // Beside the project, so that what leaves it shows too.
  const watched = start === 'worktree' ? root : dirname(project);
  const before = readTree(watched);
  const own = JSON.parse(JSON.stringify(calls).replaceAll('<project>', root)) as readonly ToolUse[];
  const { made, requests, output } = await makeAll(agent, { project: cwd, home }, own);
  return {
    made,
    read: findMarks(requests.join('\n')),
    written: findChanged(before, readTree(watched)).map((path) => relative(root, join(watched, path))),
    serverCalls: existsSync(callsFile(home)) ? readFileSync(callsFile(home), 'utf8').trim().split('\n') : [],
    output,
  };
}

/** The policy of these runs. */
export const modes = `customModes:
  - slug: docs
    name: Docs
    roleDefinition: You write documents.
    groups:
      - [read, { fileRegex: ^docs/ }]
      - [edit, { fileRegex: ^docs/ }]
      - mcp
    mcpRestrictions:
      disallowedTools:
        - { serverName: ${serverName}, toolName: delete-issue }
`;

function prepare(agent: AgentUnderTest, isHooked: boolean): InstalledAgent {
  const installed = installAgent(agent);
  const { project, home } = installed.place;
  installed.modegate('uninstall');
  writeFiles(project, { ...givenFiles, '.roomodes': modes });
  for (const [path, target] of Object.entries(givenLinks)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    symlinkSync(target, join(project, path));
  }
  const git = (...args: readonly string[]) =>
    spawnSync('git', ['-c', 'user.name=x', '-c', 'user.email=x@example.org', ...args], {
      cwd: project,
      env: environment({ cwd: project, home }),
    });
  git('add', '-A');
  git('commit', '-qm', 'all');
  git('worktree', 'add', '-q', join(home, 'worktree'));
  if (!isHooked) return installed;
  const trust = agent.client === 'codex' ? ['--trust'] : [];
  const { code, stdout } = installed.modegate('install', '--mode', 'docs', '--scope', 'global', ...trust);
  if (code !== 0) throw new Error(`The hook cannot be installed:\n${stdout}`);
  return installed;
}

// Some agents look for loops in a longer conversation, and ask the model what it thinks of it.
const callsPerStart = 25;

/** Has the agent make all calls. One that ends before the last is started again behind it, so each start has at least one call. */
export async function makeAll(
  agent: AgentUnderTest,
  place: { readonly project: string; readonly home: string },
  calls: readonly ToolUse[],
): Promise<{ readonly made: number; readonly requests: readonly string[]; readonly output: string }> {
  const requests: string[] = [];
  let output = '';
  let made = 0;
  let rest = calls;
  while (rest.length > 0) {
    const model = await startScriptedModel({ main: rest.slice(0, callsPerStart) });
    try {
      output = await startAgent(agent, place, model.url);
      requests.push(...model.requests.slice(-2));
      if (model.requests.length === 0) throw new Error(`The agent asked no model:\n${output}`);
      const results = model.resultsSent();
      made += Math.min(results, rest.length);
      rest = rest.slice(results === callsPerStart ? results : results + 1);
    } finally {
      model.close();
    }
  }
  return { made, requests, output };
}

/** By path, what tells one content from another. Folders in which agents and git keep their own state count only where a call wrote. */
function readTree(root: string, folder = ''): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(root, folder))) {
    const path = folder === '' ? name : `${folder}/${name}`;
    if (name === 'node_modules' || path.endsWith('.git/objects')) continue;
    const stat = lstatSync(join(root, path));
    if (stat.isDirectory()) for (const [inner, content] of readTree(root, path)) found.set(inner, content);
    else if (stat.isFile()) keepFile(found, path, readFileSync(join(root, path), 'utf8'));
    else found.set(path, 'link');
  }
  return found;
}

function keepFile(found: Map<string, string>, path: string, text: string): void {
  // opencode and Kilo add the address of a schema to their file when they load it.
  const isState = /(?:^|\/)\.|(?:^|\/)(?:opencode|kilo)\.json$/.test(path) && !path.endsWith('.roomodes');
  if (isState && !callMark.test(text)) return;
  found.set(path, createHash('sha256').update(text).digest('hex'));
}

function findChanged(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path));
}
